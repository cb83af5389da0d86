import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Copies of custody's journals, sealed by custody. `kind` is what the subject is: a wallet or a person. */
export const custodyLines = pgTable(
  'custody_lines',
  {
    kind: text().notNull(),
    subject: text().notNull(),
    seq: integer().notNull(),
    line: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject, table.seq] })],
)

/** How far each journal was acknowledged, sealed by custody. */
export const custodyHeads = pgTable(
  'custody_heads',
  { kind: text().notNull(), subject: text().notNull(), head: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
)
