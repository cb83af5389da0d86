import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { sessions, users } from './auth.ts'

/** Where a browser hears of what waits while no page is open. It ends with the session that made it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** Address at the browser's push service. */
    endpoint: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Public key and, sealed, secret of the browser, base64url: they encrypt what is sent. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Kinds of notices that it wants; null for those that ask for an answer. */
    kinds: text().array(),
    createdAt: timestamp({ withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [index().on(table.userId, table.createdAt), index().on(table.sessionId)],
)
