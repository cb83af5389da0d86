import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  /** Grows with each holder. */
  fence: bigint({ mode: 'number' }).notNull().default(0),
  expiresAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
})
