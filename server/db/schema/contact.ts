import { jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AccountNetwork } from '#contract/blockchain.ts'
import { users } from './auth.ts'

/** A user's address book. */
export const contacts = pgTable(
  'contacts',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** One spelling of the name. */
    nameKey: text().notNull(),
    addresses: jsonb().$type<{ network: AccountNetwork; address: string }[]>().notNull(),
    note: text().notNull(),
    /** Custody's signature of all the rest; null where an older version wrote it. */
    signature: text(),
    createdAt: timestamp({ withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [uniqueIndex('contacts_name').on(table.userId, table.nameKey)],
)
