import type { PrimitiveAtom } from 'jotai'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Asset } from '#contract/asset.ts'
import type { Contact } from '#contract/contact.ts'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { Invite, WalletApprover } from '#contract/guardian.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { User } from '#contract/user.ts'
import type { Wallet } from '#contract/wallet.ts'
import { emptyData } from './data.ts'
import { addNews, applyNews, type Item, merge, mergePart, type News } from './list.ts'
import type { Mirror } from './mirror.ts'
import { approversAtom, assetsAtom, requestsAtom, sessionsAtom, transactionsAtom } from './perwallet.ts'
import { settleModals } from './settle.ts'
import type { Store } from './store.ts'
import {
  activeWalletIdAtom,
  approvalsAtom,
  contactsAtom,
  guardedWalletsAtom,
  invitesAtom,
  settleActive,
  tokensAtom,
  userAtom,
  visibleWalletsAtom,
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
  contact: Contact
}
export type EntityKind = keyof Entities

type Add = 'first' | 'last'
type ListAtom<T> = PrimitiveAtom<T[]>

const settle = (store: Store) => {
  store.set(activeWalletIdAtom, (id) => settleActive(store.get(walletsAtom), id))
  settleModals(store)
}

interface Pending {
  add: Add
  news: News<Item>
}

/** What several events change, written to each list at once. */
export const createNews = ({ store, arrivals }: Mirror) => {
  const lists = new Map<ListAtom<Item>, Pending>()
  const of = (list: ListAtom<Item>, add: Add): Pending => {
    const known = lists.get(list) ?? { add, news: new Map() }
    lists.set(list, known)
    return known
  }
  return {
    put<T extends Item>(kind: string, list: ListAtom<T>, item: T, add: Add): void {
      arrivals.note(kind, item.id)
      if (arrivals.isGone(kind, item.id, item.revision)) return
      addNews(of(list as unknown as ListAtom<Item>, add).news, item)
    },
    remove<T extends Item>(kind: string, list: ListAtom<T>, { id, revision }: Item): void {
      arrivals.note(kind, id)
      arrivals.bury(kind, id, revision)
      of(list as unknown as ListAtom<Item>, 'first').news.set(id, null)
    },
    empty<T extends Item>(list: ListAtom<T>): void {
      lists.delete(list as unknown as ListAtom<Item>)
      store.set(list, [])
    },
    /** `beside` belongs to it and comes before what follows from it. */
    write(beside: () => void = () => undefined): void {
      for (const [list, { news, add }] of lists) store.set(list, (items) => applyNews(items, news, add))
      lists.clear()
      beside()
      settle(store)
    },
  }
}

export type NewsWriter = ReturnType<typeof createNews>

type Listed = Exclude<EntityKind, 'user'>
type Places = { [K in Listed]: { of(entity: Entities[K]): ListAtom<Entities[K]>[]; add: Add } }

const PLACES: Places = {
  wallet: { of: () => [walletsAtom], add: 'last' },
  transaction: {
    of: ({ accountTxs }) => [...new Set(accountTxs.map(({ walletId }) => walletId))].map(transactionsAtom),
    add: 'first',
  },
  approver: { of: ({ walletId }) => [approversAtom(walletId)], add: 'first' },
  session: { of: ({ walletId }) => [sessionsAtom(walletId)], add: 'first' },
  request: { of: ({ walletId }) => [requestsAtom(walletId)], add: 'first' },
  invite: { of: () => [invitesAtom], add: 'first' },
  approval: { of: () => [approvalsAtom], add: 'first' },
  contact: { of: () => [contactsAtom], add: 'last' },
}

/** One whole entity, as an event tells it. */
export const tell = <K extends Listed>(news: NewsWriter, kind: K, entity: Entities[K]): void => {
  const { of, add } = PLACES[kind]
  for (const list of of(entity)) news.put<Item>(kind, list as unknown as ListAtom<Item>, entity, add)
}

export const tellAsset = (news: NewsWriter, walletId: string, asset: Asset): void =>
  news.put('asset', assetsAtom(walletId), asset, 'first')

export const tellAssetGone = (news: NewsWriter, walletId: string, gone: Item): void =>
  news.remove('asset', assetsAtom(walletId), gone)

export const tellContactGone = (news: NewsWriter, gone: Item): void =>
  news.remove('contact', contactsAtom, gone)

export const tellWalletGone = (news: NewsWriter, gone: Item): void => {
  news.remove('wallet', walletsAtom, gone)
  for (const list of [assetsAtom, transactionsAtom, approversAtom, sessionsAtom, requestsAtom]) {
    news.empty(list(gone.id) as unknown as ListAtom<Item>)
  }
}

const putUser = ({ store, arrivals }: Mirror, user: User): void => {
  arrivals.note('user', user.id)
  const known = store.get(userAtom)
  if (known && known.id !== user.id) emptyData(store)
  store.set(userAtom, user)
  settle(store)
}

/** Takes over the answer of a call, unless something newer about the entity is known. */
export const applyReply = <K extends EntityKind>(
  mirror: Mirror,
  kind: K,
  entity: Entities[K],
  asked: number,
): void => {
  const { store, arrivals } = mirror
  if (kind === 'user') {
    if (!arrivals.isNewer(kind, entity.id, asked)) putUser(mirror, entity as User)
    return
  }
  const { of, add } = PLACES[kind as Listed] as Places['wallet']
  const item: Item = entity
  if (arrivals.isGone(kind, item.id, item.revision)) return
  for (const list of of(entity as never) as unknown as ListAtom<Item>[]) {
    store.set(list, (items) =>
      mergePart(items, { items: [item], removed: [] }, (id) => arrivals.isNewer(kind, id, asked), add),
    )
  }
  arrivals.note(kind, item.id)
  settle(store)
}

/** A whole list, or with `removed` what changed in it. */
export interface Answer<T> {
  items: T[]
  total: number
  removed?: string[] | undefined
}

const listOf =
  <T extends Item>(kind: string, add: Add, atomOf: (walletId: string) => ListAtom<T>) =>
  (
    { store, arrivals }: Mirror,
    { items, removed, total }: Answer<T>,
    asked: number,
    walletId = '',
  ): boolean => {
    const isNewer = (id: string) => arrivals.isNewer(kind, id, asked)
    const there = items.filter(({ id, revision }) => !arrivals.isGone(kind, id, revision))
    store.set(atomOf(walletId), (current) =>
      removed
        ? mergePart(current, { items: there, removed }, isNewer, add)
        : merge(current, there, isNewer, add),
    )
    settle(store)
    return !removed || store.get(atomOf(walletId)).length === total
  }

/**
 * Take over a list as it was when it was asked for. False when what changed does not make the whole: something was missed
 * before.
 */
export const applyList = {
  wallets: listOf('wallet', 'last', () => walletsAtom),
  guarded: listOf('guarded', 'first', () => guardedWalletsAtom),
  invites: listOf('invite', 'first', () => invitesAtom),
  approvals: listOf('approval', 'first', () => approvalsAtom),
  contacts: listOf('contact', 'last', () => contactsAtom),
  tokens: listOf('token', 'first', () => tokensAtom),
  assets: listOf('asset', 'first', assetsAtom),
  transactions: listOf('transaction', 'first', transactionsAtom),
  approvers: listOf('approver', 'first', approversAtom),
  sessions: listOf('session', 'first', sessionsAtom),
  requests: listOf('request', 'first', requestsAtom),
}

/**
 * Takes over all that DApps wait for, of whatever wallet. What was known to wait and is not among it has been answered:
 * its wallet's own list tells how.
 */
export const applyAsked = (
  mirror: Mirror,
  sessions: WcSession[],
  requests: WcRequest[],
  asked: number,
): void => {
  const { store, arrivals } = mirror
  for (const session of sessions) applyReply(mirror, 'session', session, asked)
  for (const request of requests) applyReply(mirror, 'request', request, asked)
  const keep = <T extends Item>(kind: string, list: ListAtom<T>, waits: (item: T) => boolean, there: T[]) => {
    const ids = new Set(there.map(({ id }) => id))
    const stays = (item: T) => !waits(item) || ids.has(item.id) || arrivals.isNewer(kind, item.id, asked)
    if (!store.get(list).every(stays)) store.set(list, (items) => items.filter(stays))
  }
  for (const { id } of store.get(visibleWalletsAtom)) {
    keep('session', sessionsAtom(id), ({ status }) => status === 'pending-approval', sessions)
    keep('request', requestsAtom(id), ({ status }) => status === 'pending', requests)
  }
  settle(store)
}
