import { describe, expect, test } from 'vitest'
import type { Feature, Wallet } from '#contract/wallet.ts'
import { type StartFacts, startOf } from '#domain/start.ts'

const KYC: Feature = { type: 'redbelly-kyc', payload: { completed: true } }
const flow = (enabled: boolean): Feature => ({ type: 'approval-flow', payload: { enabled, consensus: 1 } })
const FROZEN: Feature = { type: 'freeze', payload: { by: 'g@x.example', at: '2026-11-27T09:12:00.000Z' } }
const wallet = (...features: Feature[]): Pick<Wallet, 'features' | 'status'> => ({
  status: 'active',
  features: [KYC, ...features],
})

const facts = (more: Partial<StartFacts> = {}): StartFacts => ({
  wallet: wallet(),
  isSandbox: true,
  assets: [],
  approvers: [],
  transactions: [],
  ...more,
})
const COINS = { assets: [{ amount: '1' }] }
const PENDING = { status: 'pending' } as const
const CONFIRMED = { status: 'confirmed' } as const
const SENT = { direction: 'outcome', status: 'success', approvalConsensus: 1 } as const

const doneIn = (more?: Partial<StartFacts>) =>
  startOf(facts(more))
    .steps.filter(({ isDone }) => isDone)
    .map(({ step }) => step)
const nextIn = (more?: Partial<StartFacts>) => startOf(facts(more)).next

describe('the steps after the identity check', () => {
  test('begin with test money, in the sandbox alone', () => {
    expect(startOf(facts()).steps.map(({ step }) => step)).toEqual(['money', 'guardian', 'transfer'])
    expect(nextIn()).toBe('money')
    expect(startOf(facts({ isSandbox: false })).steps.map(({ step }) => step)).toEqual([
      'guardian',
      'transfer',
    ])
    expect(nextIn({ isSandbox: false })).toBe('guardian')
  })

  test('money has come as soon as there is some, or was', () => {
    expect(doneIn({ assets: [{ amount: '0' }] })).toEqual([])
    expect(doneIn(COINS)).toEqual(['money'])
    expect(
      doneIn({ transactions: [{ direction: 'income', status: 'success', approvalConsensus: null }] }),
    ).toEqual(['money'])
  })

  test.each([
    ['nobody is asked', { wallet: wallet(flow(true)) }, 'guardian'],
    ['somebody is asked while approval is off', { approvers: [CONFIRMED] }, 'guardian'],
    [
      'who was asked has declined',
      { wallet: wallet(flow(true)), approvers: [{ status: 'rejected' }] },
      'guardian',
    ],
    ['who was asked has not answered', { wallet: wallet(flow(true)), approvers: [PENDING] }, undefined],
    ['a guardian has accepted', { wallet: wallet(flow(true)), approvers: [CONFIRMED, PENDING] }, 'transfer'],
    [
      'a guardian has frozen the wallet',
      { wallet: wallet(flow(true), FROZEN), approvers: [CONFIRMED] },
      undefined,
    ],
  ] as [string, Partial<StartFacts>, string | undefined][])('while %s', (_, more, next) => {
    expect(nextIn({ ...COINS, ...more })).toBe(next)
  })

  test.each([
    ['it was not guarded', { approvalConsensus: null }],
    ['it still waits', { status: 'pending-approval' }],
    ['it is on its way', { status: 'broadcasting' }],
    ['it failed', { status: 'failed' }],
    ['a guardian declined', { status: 'rejected' }],
    ['it came in', { direction: 'income' }],
  ] as [string, object][])('are not over by a transfer if %s', (_, other) => {
    const transactions = [{ ...SENT, ...other }]
    expect(startOf(facts({ transactions })).isOver).toBe(false)
  })

  test('are over with the first transfer that a guardian countersigned, whoever guards later', () => {
    expect(startOf(facts({ transactions: [SENT] }))).toEqual({
      steps: ['money', 'guardian', 'transfer'].map((step) => ({ step, isDone: true })),
      next: undefined,
      isOver: true,
    })
  })
})
