import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { isBitcoin } from '#domain/chain.ts'
import { decliner } from '#domain/notice.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Assets } from '#server/modules/assets/service.ts'
import type { ApprovalReader } from './approvals.ts'
import { costOf as bitcoinCost } from './bitcoin/cost.ts'
import { costOf as evmCost } from './evm/cost.ts'
import { EXPIRED, type Raise, type Refusal, raisesOf, refusalsOf } from './outbox.ts'
import * as store from './store.ts'
import { isCounted, refusalOf, viewTransaction } from './view.ts'

export const legsById = (legs: readonly store.LegRow[]): Map<string, store.LegRow[]> => {
  const groups = new Map<string, store.LegRow[]>()
  for (const leg of legs) {
    const group = groups.get(leg.transactionId)
    if (group) group.push(leg)
    else groups.set(leg.transactionId, [leg])
  }
  return groups
}

/** One transaction as it is, for any of its readers. */
interface Known {
  entry: store.Entry
  legs: store.LegRow[]
  approval: ApprovalState | undefined
  raise: Transaction['raise']
  raiseRefused: Transaction['raiseRefused']
  /** What it may cost while it is being cancelled. */
  most: string | undefined
  /** The last block that was read of its chain; only where that says something of it. */
  head: number | undefined
}

const isInNoBlock = ({ status, blockNumber }: store.TransactionRow): boolean =>
  status === 'broadcasting' && blockNumber === null

/** How far guardians are who are asked whether it may cost more. */
const raiseView = (
  { send }: store.Entry,
  raise: Raise | undefined,
  states: ReadonlyMap<string, ApprovalState> | undefined,
): Transaction['raise'] => {
  const approval = raise && states?.get(raise.id)
  if (!send || !approval) return undefined
  const to = BigInt(send.feeCeiling) + BigInt(raise.more)
  return {
    from: send.feeCeiling,
    to: to.toString(),
    approval: { ...approval, note: raise.note ?? approval.note },
  }
}

/** Why they did not approve that when they were last asked. */
const refusalView = (
  refusal: Refusal | undefined,
  states: ReadonlyMap<string, ApprovalState> | undefined,
): Transaction['raiseRefused'] => {
  if (!refusal) return undefined
  const { id, reason } = refusal
  const state = states?.get(id)
  return { by: reason === EXPIRED ? undefined : decliner(state), reason: refusalOf(reason, state) }
}

const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The most that what is being cancelled on its network may cost, whichever attempt is mined. */
const mostOf = async (db: Db, entries: readonly store.Entry[]): Promise<Map<string, string>> => {
  const cancelling = entries.filter(
    ({ transaction, attempts }) => isInNoBlock(transaction) && attempts?.some(({ cancels }) => cancels),
  )
  const most = new Map<string, string>()
  if (cancelling.length === 0) return most
  const raws = await store.rawsOf(
    db,
    cancelling.map(({ transaction }) => transaction.id),
  )
  for (const { transaction, send } of cancelling) {
    const { id, blockchain } = transaction
    const raw = raws.get(id)
    if (raw === undefined || !send) continue
    const cost = isBitcoin(blockchain) ? await bitcoinCost(db, id, raw) : evmCost(raw)
    most.set(id, higher(cost, BigInt(send.feeCeiling)).toString())
  }
  return most
}

const knownOf = async (
  db: Db,
  entries: readonly store.Entry[],
  approvals: ApprovalReader,
): Promise<Map<string, Known>> => {
  const ids = entries.map(({ transaction }) => transaction.id)
  const legs = legsById(ids.length > 0 ? await store.legsOf(db, ids) : [])
  const guarded = entries.filter(({ send }) => send?.guarded).map(({ transaction }) => transaction.id)
  const hanging = entries.flatMap(({ transaction, send }) =>
    send && isInNoBlock(transaction) ? transaction.id : [],
  )
  const most = await mostOf(db, entries)
  const raises = await raisesOf(db, hanging)
  const refusals = await refusalsOf(db, hanging)
  const asked = [...guarded, ...[...raises.values(), ...refusals.values()].map(({ id }) => id)]
  const states = asked.length > 0 ? await approvals.read(db, asked) : undefined
  const counted = entries.filter(({ transaction }) => isCounted(transaction))
  const heads = counted.length > 0 ? await store.heads(db) : undefined
  return new Map(
    entries.map((entry) => {
      const { id, blockchain } = entry.transaction
      return [
        id,
        {
          ...{ entry, legs: legs.get(id) ?? [], approval: states?.get(id), head: heads?.get(blockchain) },
          most: most.get(id),
          raise: raiseView(entry, raises.get(id), states),
          raiseRefused: raises.has(id) ? undefined : refusalView(refusals.get(id), states),
        },
      ]
    }),
  )
}

const readKnown = async (db: Db, ids: readonly string[], approvals: ApprovalReader) =>
  knownOf(db, await store.entriesOf(db, ids), approvals)

const viewFor = (userId: string, { entry, legs, head, ...asked }: Known): Transaction =>
  viewTransaction(
    entry,
    legs.filter((leg) => leg.userId === userId),
    asked,
    head,
  )

const tell = (emit: Emit, one: Known, knew: (userId: string) => boolean): void => {
  for (const userId of new Set(one.legs.map((leg) => leg.userId))) {
    emit(userId, knew(userId) ? 'transaction:updated' : 'transaction:created', viewFor(userId, one))
  }
}

export interface Tellers {
  approvals: ApprovalReader
  assets: Pick<Assets, 'tellReserved'>
}

/** A send that was accepted, mined or ended leaves more or less of the balance free. */
const tellFree = async (tx: Tx, emit: Emit, { assets }: Tellers, known: Iterable<Known>): Promise<void> => {
  const told = new Set<string>()
  for (const { entry, legs } of known) {
    const { transaction, send } = entry
    const owner = send && legs.find(({ walletId }) => walletId === send.walletId)
    if (!owner) continue
    const { blockchain, tokenId, item } = transaction
    const from = { walletId: owner.walletId, blockchain, tokenId, item }
    const name = Object.values(from).join(' ')
    if (told.has(name)) continue
    told.add(name)
    await assets.tellReserved(tx, emit, owner.userId, from)
  }
}

/** Transactions that were read already, as one user gets them. */
export const viewsOf = async (
  db: Db,
  userId: string,
  entries: readonly store.Entry[],
  approvals: ApprovalReader,
): Promise<Transaction[]> =>
  [...(await knownOf(db, entries, approvals)).values()].map((one) => viewFor(userId, one))

/** Transactions as one user gets them, in the order of the ids. */
export const viewsFor = async (
  db: Db,
  userId: string,
  ids: readonly string[],
  approvals: ApprovalReader,
): Promise<Transaction[]> => {
  const known = await readKnown(db, ids, approvals)
  return ids.flatMap((id) => {
    const one = known.get(id)
    return one ? [viewFor(userId, one)] : []
  })
}

/** Collects what a change touches, then tells every owner concerned once, with the final state. */
export const makeNews = (tellers: Tellers) => {
  const touched = new Map<string, ReadonlySet<string>>()
  return {
    /** `knew`: the users who had this transaction before; for all others it is new. The first call counts. */
    touch(id: string, knew: Iterable<string>): void {
      if (!touched.has(id)) touched.set(id, new Set(knew))
    },
    /** Transactions that whoever has them now has known. */
    async touchKnown(tx: Tx, ids: readonly string[]): Promise<void> {
      const fresh = ids.filter((id) => !touched.has(id))
      if (fresh.length === 0) return
      const legs = legsById(await store.legsOf(tx, fresh))
      for (const id of fresh) touched.set(id, new Set(legs.get(id)?.map(({ userId }) => userId)))
    },
    /** How many transactions are touched so far. */
    size: (): number => touched.size,
    async publish(tx: Tx, emit: Emit): Promise<void> {
      const known = await readKnown(tx, [...touched.keys()], tellers.approvals)
      for (const [id, knew] of touched) {
        const one = known.get(id)
        if (one) tell(emit, one, (userId) => knew.has(userId))
      }
      await tellFree(tx, emit, tellers, known.values())
    },
  }
}

export type News = ReturnType<typeof makeNews>

/** The users who have these transactions now. */
export const readersOf = async (db: Db, id: string): Promise<string[]> =>
  (await store.legsOf(db, [id])).map(({ userId }) => userId)

/** An update of transactions that all their readers know. */
export const publishUpdated = async (
  tx: Tx,
  emit: Emit,
  ids: readonly string[],
  tellers: Tellers,
): Promise<void> => {
  if (ids.length === 0) return
  const asked = await readKnown(tx, ids, tellers.approvals)
  // Of what only raises a fee, the transaction whose fee that is tells.
  const raised = [...asked.values()].flatMap(({ entry }) => entry.send?.raises ?? [])
  const known =
    raised.length === 0 ? asked : new Map([...asked, ...(await readKnown(tx, raised, tellers.approvals))])
  for (const one of known.values()) tell(emit, one, () => true)
  await tellFree(tx, emit, tellers, known.values())
}
