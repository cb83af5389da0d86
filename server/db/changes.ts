import { and, eq, gt, max, sql } from 'drizzle-orm'
import type { PushData, PushName } from '#contract/push.ts'
import type { Db, Tx } from './client.ts'
import { prepared } from './prepared.ts'
import { changes, revisions, type ToldList } from './schema/change.ts'

/** One event that a user will be told. */
export interface Told<N extends PushName = PushName> {
  userId: string
  name: N
  data: PushData<N>
}

export interface Place {
  userId: string
  list: ToldList
  /** Of the lists that each wallet has. */
  walletId?: string
}

type Mark = Omit<typeof changes.$inferInsert, 'userId' | 'revision'>
type Known = { [N in PushName]: Told<N> }[PushName]

/** PostgreSQL takes at most 65535 parameters. */
const ROWS_AT_ONCE = 5000

const NOTHING: Mark[] = []

/** Which lists of its reader an event changes. */
const marksOf = (told: Known): Mark[] => {
  const { name, data } = told
  switch (name) {
    case 'wc-session:created':
    case 'wc-session:proposal':
    case 'wc-session:started':
    case 'wc-session:closed':
      return [{ list: 'session', walletId: data.walletId, entityId: data.id, removed: false }]
    case 'wc-session:request':
    case 'wc-session:request-result':
      return [{ list: 'request', walletId: data.walletId, entityId: data.id, removed: false }]
    case 'wallet:created':
    case 'wallet:updated':
    case 'wallet:removed':
      return [{ list: 'wallet', walletId: '', entityId: data.id, removed: name === 'wallet:removed' }]
    case 'asset:created':
    case 'asset:updated':
    case 'asset:removed':
      return [
        {
          list: 'asset',
          walletId: data.walletId,
          entityId: data.id,
          removed: name === 'asset:removed',
        },
      ]
    case 'transaction:created':
    case 'transaction:updated':
      return [...new Set(data.accountTxs.map(({ walletId }) => walletId))].map((walletId) => ({
        list: 'transaction',
        walletId,
        entityId: data.id,
        removed: false,
      }))
    case 'wallet-approver:invited':
    case 'wallet-approver:updated':
      return [{ list: 'approver', walletId: data.walletId, entityId: data.id, removed: false }]
    case 'approver-invite:created':
    case 'approver-invite:updated':
      return [{ list: 'invite', walletId: '', entityId: data.id, removed: false }]
    case 'transaction-approver:created':
    case 'transaction-approver:updated':
      return [{ list: 'approval', walletId: '', entityId: data.id, removed: false }]
    case 'contact:created':
    case 'contact:updated':
    case 'contact:removed':
      return [{ list: 'contact', walletId: '', entityId: data.id, removed: name === 'contact:removed' }]
    case 'log-out':
      return NOTHING
    default:
      return name satisfies never
  }
}

/**
 * Takes so many numbers of each user and keeps their rows locked until the transaction ends. Everybody takes them in the
 * same order and last of all, so that nobody waits in a circle.
 */
export const takeRevisions = async (
  tx: Tx,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const before = new Map<string, number>()
  for (const [userId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [row] = await tx
      .insert(revisions)
      .values({ userId, last: count })
      .onConflictDoUpdate({
        target: revisions.userId,
        set: { last: sql`${revisions.last} + ${count}` },
      })
      .returning({ last: revisions.last })
    if (row) before.set(userId, row.last - count)
  }
  return before
}

/** Numbers the events of a transaction, each by its user's `before`, and writes down what they change. */
export const numberEvents = async (
  tx: Tx,
  told: readonly Told[],
  before: ReadonlyMap<string, number>,
): Promise<void> => {
  const next = new Map(before)
  const rows = new Map<string, typeof changes.$inferInsert>()
  for (const one of told) {
    const revision = (next.get(one.userId) ?? 0) + 1
    next.set(one.userId, revision)
    Object.assign(one.data, { revision })
    for (const mark of marksOf(one as Known)) {
      const row = { ...mark, userId: one.userId, revision }
      rows.set([row.userId, row.list, row.walletId, row.entityId].join(' '), row)
    }
  }
  const all = [...rows.values()]
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
    await tx
      .insert(changes)
      .values(all.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [changes.userId, changes.list, changes.entityId, changes.walletId],
        set: { revision: sql`excluded.revision`, removed: sql`excluded.removed` },
      })
  }
}

const readSince = prepared((db) =>
  db
    .select({ last: revisions.last, id: changes.entityId, revision: changes.revision })
    .from(revisions)
    .leftJoin(
      changes,
      and(
        eq(changes.userId, revisions.userId),
        eq(changes.list, sql.placeholder('list')),
        eq(changes.walletId, sql.placeholder('walletId')),
        gt(changes.revision, sql.placeholder('since')),
      ),
    )
    .where(eq(revisions.userId, sql.placeholder('userId')))
    .prepare('changes_since'),
)

export interface Changes {
  /** The user's last number. */
  last: number
  /** The number of each thing that changed since then, by its id. */
  of: ReadonlyMap<string, number>
}

/** To be read before what changed, which then is at least as new as its number says. */
export const changesSince = async (
  db: Db,
  { userId, list, walletId = '' }: Place,
  since: number,
): Promise<Changes> => {
  const rows = await readSince(db).execute({ userId, list, walletId, since })
  const of = new Map<string, number>()
  for (const { id, revision } of rows) if (id !== null && revision !== null) of.set(id, revision)
  return { last: rows[0]?.last ?? 0, of }
}

/** Reads one thing with the number of its last change, which it then is at least as new as. */
export const atRevision = async <T extends object>(
  db: Db,
  { userId, list }: Place,
  id: string,
  read: () => Promise<T>,
): Promise<T & { revision?: number }> => {
  const [row] = await db
    .select({ revision: max(changes.revision) })
    .from(changes)
    .where(and(eq(changes.userId, userId), eq(changes.list, list), eq(changes.entityId, id)))
  const found = await read()
  return row?.revision == null ? found : { ...found, revision: row.revision }
}
