import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Calls of one minute by whom they are counted for, a hash. Not logged (unlogged): after a crash counts begin anew. */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /** Minutes since 1970. */
    minute: integer().notNull(),
    key: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.key] })],
)
