import type { PrimitiveAtom } from 'jotai'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Asset } from '#contract/asset.ts'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { Invite, WalletApprover } from '#contract/guardian.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { User } from '#contract/user.ts'
import type { Wallet } from '#contract/wallet.ts'
import { emptyData } from './data.ts'
import { merge, upsert, without } from './list.ts'
import type { Mirror } from './mirror.ts'
import { approversAtom, assetsAtom, requestsAtom, sessionsAtom, transactionsAtom } from './perwallet.ts'
import { settleModals } from './settle.ts'
import type { Store } from './store.ts'
import {
  activeWalletIdAtom,
  approvalsAtom,
  guardedWalletsAtom,
  invitesAtom,
  settleActive,
  tokensAtom,
  userAtom,
  walletsAtom,
} from './wallets.ts'

export interface Entities {
  user: User
  wallet: Wallet
  transaction: Transaction
  approver: WalletApprover
  session: WcSession
  request: WcRequest
  invite: Invite
  approval: ApprovalRequest
}
export type EntityKind = keyof Entities

const settle = (store: Store) => {
  store.set(activeWalletIdAtom, (id) => settleActive(store.get(walletsAtom), id))
  settleModals(store)
}

const putIn = <T extends { id: string }>(
  store: Store,
  list: PrimitiveAtom<T[]>,
  item: T,
  add: 'first' | 'last',
) => store.set(list, (items) => upsert(items, item, add))

const PUT: { [K in EntityKind]: (store: Store, entity: Entities[K]) => void } = {
  user: (store, user) => {
    const known = store.get(userAtom)
    if (known && known.id !== user.id) emptyData(store)
    store.set(userAtom, user)
  },
  wallet: (store, wallet) => putIn(store, walletsAtom, wallet, 'last'),
  transaction: (store, transaction) => {
    for (const id of new Set(transaction.accountTxs.map(({ walletId }) => walletId))) {
      putIn(store, transactionsAtom(id), transaction, 'first')
    }
  },
  approver: (store, approver) => putIn(store, approversAtom(approver.walletId), approver, 'first'),
  session: (store, session) => putIn(store, sessionsAtom(session.walletId), session, 'first'),
  request: (store, request) => putIn(store, requestsAtom(request.walletId), request, 'first'),
  invite: (store, invite) => putIn(store, invitesAtom, invite, 'first'),
  approval: (store, approval) => putIn(store, approvalsAtom, approval, 'first'),
}

/** Takes over one whole entity. */
export const put = <K extends EntityKind>(
  { store, arrivals }: Mirror,
  kind: K,
  entity: Entities[K],
): void => {
  arrivals.note(kind, entity.id)
  PUT[kind](store, entity)
  settle(store)
}

/** Takes over the answer of a call, unless something newer about the entity came in meanwhile. */
export const applyReply = <K extends EntityKind>(
  mirror: Mirror,
  kind: K,
  entity: Entities[K],
  asked: number,
): void => {
  if (!mirror.arrivals.isNewer(kind, entity.id, asked)) put(mirror, kind, entity)
}

export const putAsset = ({ store, arrivals }: Mirror, walletId: string, asset: Asset): void => {
  arrivals.note('asset', asset.id)
  putIn(store, assetsAtom(walletId), asset, 'first')
}

export const removeAsset = ({ store, arrivals }: Mirror, walletId: string, id: string): void => {
  arrivals.note('asset', id)
  store.set(assetsAtom(walletId), (assets) => without(assets, id))
}

export const removeWallet = ({ store, arrivals }: Mirror, id: string): void => {
  arrivals.note('wallet', id)
  store.set(walletsAtom, (wallets) => without(wallets, id))
  for (const list of [assetsAtom, transactionsAtom, approversAtom, sessionsAtom, requestsAtom]) {
    store.set(list(id) as PrimitiveAtom<unknown[]>, [])
  }
  settle(store)
}

const listOf =
  <T extends { id: string }>(
    kind: string,
    add: 'first' | 'last',
    atomOf: (walletId: string) => PrimitiveAtom<T[]>,
  ) =>
  ({ store, arrivals }: Mirror, items: T[], asked: number, walletId = ''): void => {
    store.set(atomOf(walletId), (current) =>
      merge(current, items, (id) => arrivals.isNewer(kind, id, asked), add),
    )
    settle(store)
  }

/** Take over a whole list as it was when it was asked for. */
export const applyList = {
  wallets: listOf('wallet', 'last', () => walletsAtom),
  guarded: listOf('guarded', 'first', () => guardedWalletsAtom),
  invites: listOf('invite', 'first', () => invitesAtom),
  approvals: listOf('approval', 'first', () => approvalsAtom),
  tokens: listOf('token', 'first', () => tokensAtom),
  assets: listOf('asset', 'first', assetsAtom),
  transactions: listOf('transaction', 'first', transactionsAtom),
  approvers: listOf('approver', 'first', approversAtom),
  sessions: listOf('session', 'first', sessionsAtom),
  requests: listOf('request', 'first', requestsAtom),
}
