import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  expiresAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
})
