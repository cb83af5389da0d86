import type { Asset } from '#contract/asset.ts'
import type { WalletApprover } from '#contract/guardian.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, listedApprovers, requiredApprovals } from './guardian.ts'
import { canSend } from './walletview.ts'

export const START_STEPS = ['money', 'guardian', 'transfer'] as const
export type StartStep = (typeof START_STEPS)[number]

export interface StartFacts {
  wallet: Pick<Wallet, 'features' | 'status'>
  /** Whether test money can be had. */
  isSandbox: boolean
  assets: readonly Pick<Asset, 'amount'>[]
  approvers: readonly Pick<WalletApprover, 'status'>[]
  transactions: readonly StartTransaction[]
}

type StartTransaction = Pick<Transaction, 'approvalConsensus' | 'direction' | 'status'>

export interface Start {
  steps: { step: StartStep; isDone: boolean }[]
  /** What can be done now; none while a guardian has not accepted yet. */
  next: StartStep | undefined
  /** A guardian has countersigned a transfer: nothing is left to show. */
  isOver: boolean
}

/** A transfer that guardians approved and that its network has taken. */
export const isCountersigned = ({ approvalConsensus, direction, status }: StartTransaction): boolean =>
  direction === 'outcome' && status === 'success' && (approvalConsensus ?? 0) > 0

/** How far the owner of a verified wallet has come on the way to his first protected transfer. */
export const startOf = ({ wallet, isSandbox, assets, approvers, transactions }: StartFacts): Start => {
  const flow = approvalFlow(wallet)
  const isOver = transactions.some(isCountersigned)
  const done: Readonly<Record<StartStep, boolean>> = {
    money: isOver || assets.some(({ amount }) => BigInt(amount) > 0n) || transactions.length > 0,
    // Whoever is invited while approval is off protects nothing.
    guardian: isOver || (flow.enabled && listedApprovers(approvers).length > 0),
    transfer: isOver,
  }
  const steps = START_STEPS.filter((step) => isSandbox || step !== 'money').map((step) => ({
    step,
    isDone: done[step],
  }))
  const open = steps.find(({ isDone }) => !isDone)?.step
  const isProtected = requiredApprovals(flow, confirmedCount(approvers)) > 0
  const next = open === 'transfer' && !(isProtected && canSend(wallet)) ? undefined : open
  return { steps, next, isOver }
}
