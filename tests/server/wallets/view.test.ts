import { expect, test } from 'vitest'
import { Wallet } from '#contract/wallet.ts'
import type { ProvenWallet } from '#server/modules/wallets/proof.ts'
import { viewWallet } from '#server/modules/wallets/view.ts'

const held = { owner: true, operator: false, guardians: 2, isWhole: true }

const seen = (overview: object) => {
  const wallet = {
    id: 'w1',
    name: 'Safe',
    vaultId: 'v1',
    accounts: [],
    unverified: [],
    status: 'active',
    kycCompleted: true,
    userId: 'u1',
    email: 'mara@example.com',
    createdAt: new Date(0),
    overview: {
      walletId: 'w1',
      userId: 'u1',
      accounts: [],
      enabled: false,
      consensus: 1,
      confirmed: 2,
      ...overview,
    },
  }
  return Wallet.parse(viewWallet(wallet as unknown as ProvenWallet)).features
}

test('a wallet says that its sends are held, and only then', () => {
  expect(seen({ held })).toContainEqual({ type: 'hold', payload: held })
  expect(seen({}).map(({ type }) => type)).toEqual(['redbelly-kyc', 'approval-flow'])
})

test('a wallet says how many guardians may approve', () => {
  expect(seen({ enabled: true })).toContainEqual({
    type: 'approval-flow',
    payload: { enabled: true, consensus: 1, confirmed: 2 },
  })
})
