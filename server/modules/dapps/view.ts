import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { blockchainOf } from '#domain/chain.ts'
import type { RequestRow, SessionRow } from './store.ts'

const NOBODY = { name: '', description: '', url: '', icons: [] }

export const viewSession = (row: SessionRow): WcSession => ({
  id: row.id,
  walletId: row.walletId,
  topic: row.topic ?? row.pairingTopic,
  peerMeta: row.proposerMeta,
  proposerMeta: row.proposerMeta ?? NOBODY,
  clientMeta: null,
  version: 2,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
  shouldShow: row.status !== 'created' && row.status !== 'rejected' && row.deletedAt === null,
  blockchains: row.wanted?.chains.flatMap((chain) => blockchainOf(chain) ?? []),
})

export const viewRequest = (row: RequestRow): WcRequest => ({
  id: row.id,
  walletId: row.walletId,
  sessionId: row.sessionId,
  blockchain: row.blockchain,
  method: row.method,
  params: row.params,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  status: row.status,
})
