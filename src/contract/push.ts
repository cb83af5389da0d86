import * as z from 'zod/mini'
import { ApprovalRequest } from './approval.ts'
import { Asset } from './asset.ts'
import { Contact } from './contact.ts'
import { WcRequest, WcSession } from './dapp.ts'
import { Invite, WalletApprover } from './guardian.ts'
import { issuesText, type OnOdd } from './lenient.ts'
import { Id, Revision } from './primitive.ts'
import { Transaction } from './transaction.ts'
import { Wallet } from './wallet.ts'

export const LOG_OUT_REASONS = ['sign-out', 'sign-out-all', 'expired'] as const
export type LogOutReason = (typeof LOG_OUT_REASONS)[number]

const WalletAsset = z.extend(Asset, { walletId: Id })

/** Every push event with the shape of its data. Data is the whole entity, so that each event is an idempotent upsert. */
export const PUSH_EVENTS = {
  'wc-session:created': WcSession,
  'wc-session:proposal': WcSession,
  'wc-session:started': WcSession,
  'wc-session:closed': WcSession,
  'wc-session:request': WcRequest,
  'wc-session:request-result': WcRequest,
  'wallet:created': Wallet,
  'wallet:updated': Wallet,
  'wallet:removed': z.object({ id: Id, revision: Revision }),
  'asset:created': WalletAsset,
  'asset:updated': WalletAsset,
  'asset:removed': z.object({ id: Id, walletId: Id, revision: Revision }),
  'transaction:created': Transaction,
  'transaction:updated': Transaction,
  'wallet-approver:invited': WalletApprover,
  'wallet-approver:updated': WalletApprover,
  'approver-invite:created': Invite,
  'approver-invite:updated': Invite,
  'transaction-approver:created': ApprovalRequest,
  'transaction-approver:updated': ApprovalRequest,
  'contact:created': Contact,
  'contact:updated': Contact,
  'contact:removed': z.object({ id: Id, revision: Revision }),
  'log-out': z.object({ reason: z.catch(z.enum(LOG_OUT_REASONS), 'expired') }),
} as const

export type PushName = keyof typeof PUSH_EVENTS
export type PushData<N extends PushName> = z.output<(typeof PUSH_EVENTS)[N]>

export const PushEnvelope = z.object({ id: z.string(), at: z.string(), data: z.unknown() })

/** One parsed event: discriminated by its name. */
export type PushEvent = { [N in PushName]: { name: N; id: string; at: string; data: PushData<N> } }[PushName]

export const isPushName = (name: string): name is PushName => Object.hasOwn(PUSH_EVENTS, name)

/**
 * Parses one event of the socket; undefined when the name or the payload is not known, and `onOdd` is told what is
 * wrong with it.
 */
export const parsePush = (name: string, payload: unknown, onOdd?: OnOdd): PushEvent | undefined => {
  if (!isPushName(name)) {
    onOdd?.('no event of this name is known')
    return undefined
  }
  const envelope = PushEnvelope.safeParse(payload)
  if (!envelope.success) {
    onOdd?.(issuesText(envelope.error))
    return undefined
  }
  const data = PUSH_EVENTS[name].safeParse(envelope.data.data)
  if (!data.success) {
    onOdd?.(issuesText(data.error))
    return undefined
  }
  return { name, id: envelope.data.id, at: envelope.data.at, data: data.data } as PushEvent
}
