import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Lists whose changes are told by events. */
export const TOLD_LISTS = [
  'wallet',
  'asset',
  'transaction',
  'approver',
  'invite',
  'approval',
  'session',
  'request',
  'contact',
] as const
export type ToldList = (typeof TOLD_LISTS)[number]

/**
 * How many changes a user was told of. A change takes its number under the lock of this row and keeps that until it is
 * committed: whoever reads a number here has missed none that is smaller.
 */
export const revisions = pgTable('revisions', {
  userId: text().primaryKey(),
  last: bigint({ mode: 'number' }).notNull(),
})

/** The last change of each thing that a user sees, by its number. Older things have none. */
export const changes = pgTable(
  'changes',
  {
    userId: text().notNull(),
    list: text().$type<ToldList>().notNull(),
    /** Of the lists that each wallet has; else ''. */
    walletId: text().notNull(),
    entityId: text().notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
    removed: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.list, table.entityId, table.walletId] }),
    index('changes_since').on(table.userId, table.list, table.walletId, table.revision),
  ],
)
