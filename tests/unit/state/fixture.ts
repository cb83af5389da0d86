import { createStore } from 'jotai'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Asset } from '#contract/asset.ts'
import type { Contact } from '#contract/contact.ts'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { Invite, WalletApprover } from '#contract/guardian.ts'
import { type PushEvent, type PushName, parsePush } from '#contract/push.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { User } from '#contract/user.ts'
import type { Wallet } from '#contract/wallet.ts'
import { createArrivals } from '#state/arrivals.ts'
import type { Mirror } from '#state/mirror.ts'

const AT = '2026-01-02T03:04:05.000Z'
const meta = { name: 'Swap', description: 'Trades', url: 'https://swap.example', icons: [] }

export const makeMirror = (): Mirror => ({ store: createStore(), arrivals: createArrivals() })

export const user = (id = 'u1'): User => ({ id, email: `${id}@example.com`, vaultId: 'v1', roles: [] })

export const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name: `Wallet ${id}`,
  vaultId: 'v1',
  accounts: [{ id: `${id}-evm`, network: 'evm', address: `0x${'1'.repeat(40)}` }],
  status: 'active',
  features: [],
  user: { id: 'u1', email: 'u1@example.com' },
  createdAt: AT,
  ...more,
})

export const asset = (id: string, more: Partial<Asset> = {}): Asset => ({
  id,
  symbol: 'rbnt',
  accountId: 'a1',
  blockchain: 'redbelly:testnet',
  amount: '1',
  ...more,
})

export const transaction = (
  id: string,
  walletIds: string[],
  more: Partial<Transaction> = {},
): Transaction => ({
  id,
  amount: '1',
  direction: 'outcome',
  status: 'broadcasting',
  createdAt: AT,
  assetSymbol: 'rbnt',
  blockchain: 'redbelly:testnet',
  accountTxs: walletIds.map((walletId) => ({ walletId, accountId: 'a1', direction: 'outcome' })),
  ...more,
})

export const session = (id: string, walletId: string, more: Partial<WcSession> = {}): WcSession => ({
  id,
  walletId,
  topic: 't1',
  proposerMeta: meta,
  version: 2,
  status: 'created',
  createdAt: AT,
  shouldShow: false,
  ...more,
})

export const wcRequest = (id: string, walletId: string, more: Partial<WcRequest> = {}): WcRequest => ({
  id,
  walletId,
  sessionId: 's1',
  blockchain: 'redbelly:testnet',
  method: 'personal_sign',
  params: [],
  createdAt: AT,
  expiresAt: AT,
  status: 'pending',
  ...more,
})

export const approver = (
  id: string,
  walletId: string,
  more: Partial<WalletApprover> = {},
): WalletApprover => ({
  id,
  walletId,
  approverEmail: 'g@example.com',
  status: 'pending',
  ...more,
})

export const invite = (id: string, more: Partial<Invite> = {}): Invite => ({
  id,
  status: 'pending',
  userEmail: 'o@example.com',
  walletAddress: '0x1',
  ...more,
})

export const approval = (id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id,
  amount: '1',
  status: 'pending',
  txId: 'x1',
  initiator: 'o@example.com',
  approverWalletAddress: '0x1',
  assetSymbol: 'rbnt',
  walletName: 'Harbour',
  blockchain: 'redbelly:testnet',
  kind: 'send',
  expiresAt: AT,
  required: 1,
  approved: 0,
  policyVersion: 1,
  recipientKnown: false,
  ...more,
})

/** An event as it comes from the wire. */
export const contact = (id: string, more: Partial<Contact> = {}): Contact => ({
  id,
  name: `Contact ${id}`,
  addresses: [{ network: 'evm', address: `0x${'2'.repeat(40)}` }],
  note: '',
  createdAt: AT,
  ...more,
})

export const push = (name: PushName, data: unknown): PushEvent => {
  const event = parsePush(name, { id: crypto.randomUUID(), at: AT, data })
  if (!event) throw new Error(`The event ${name} does not parse.`)
  return event
}
