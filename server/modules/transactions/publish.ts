import type { Transaction } from '#contract/transaction.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { ApprovalReader } from './approvals.ts'
import * as store from './store.ts'
import { viewTransaction } from './view.ts'

const legsById = (legs: readonly store.LegRow[]): Map<string, store.LegRow[]> => {
  const groups = new Map<string, store.LegRow[]>()
  for (const leg of legs) {
    const group = groups.get(leg.transactionId)
    if (group) group.push(leg)
    else groups.set(leg.transactionId, [leg])
  }
  return groups
}

/** Transactions as one user gets them, in the order of the ids. */
export const viewsFor = async (
  db: Db,
  userId: string,
  ids: readonly string[],
  approvals: ApprovalReader,
): Promise<Transaction[]> => {
  const entries = await store.entriesOf(db, ids)
  const byId = new Map(entries.map((entry) => [entry.transaction.id, entry]))
  const guarded = entries.filter(({ send }) => send?.guarded).map(({ transaction }) => transaction.id)
  const states = guarded.length > 0 ? await approvals.read(db, guarded) : undefined
  const mine = legsById((await store.legsOf(db, ids)).filter((leg) => leg.userId === userId))
  const views: Transaction[] = []
  for (const id of ids) {
    const entry = byId.get(id)
    if (!entry) continue
    views.push(viewTransaction(entry, mine.get(id) ?? [], states?.get(id)))
  }
  return views
}

/** Collects what a change touches, then tells every owner concerned once, with the final state. */
export const makeNews = (approvals: ApprovalReader) => {
  const touched = new Map<string, ReadonlySet<string>>()
  return {
    /** `knew`: the users who had this transaction before; for all others it is new. The first call counts. */
    touch(id: string, knew: Iterable<string>): void {
      if (!touched.has(id)) touched.set(id, new Set(knew))
    },
    async publish(tx: Tx, emit: Emit): Promise<void> {
      for (const [id, knew] of touched) {
        const legs = await store.legsOf(tx, [id])
        for (const userId of new Set(legs.map((leg) => leg.userId))) {
          const [view] = await viewsFor(tx, userId, [id], approvals)
          if (view) emit(userId, knew.has(userId) ? 'transaction:updated' : 'transaction:created', view)
        }
      }
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
  approvals: ApprovalReader,
): Promise<void> => {
  const news = makeNews(approvals)
  for (const id of ids) news.touch(id, await readersOf(tx, id))
  await news.publish(tx, emit)
}
