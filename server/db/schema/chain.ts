import { integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

/** How far a chain is read: the last block whose effects are in the database. */
export const chainCursors = pgTable('chain_cursors', {
  blockchain: text().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
})

/** Hashes of the latest blocks, to find where a reorganisation begins. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    blockchain: text().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.blockchain, table.number] })],
)

/** Everything that can be owned: one row per native coin and per contract. */
export const tokens = pgTable(
  'tokens',
  {
    id: text().primaryKey(),
    blockchain: text().notNull(),
    /** Contract in lower case; '' for the native coin. */
    contract: text().notNull(),
    type: text().$type<'ERC20' | 'ERC721'>(),
    symbol: text().notNull(),
    name: text().notNull(),
    decimals: integer(),
    createdAt: timestamp({ withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [unique().on(table.blockchain, table.contract)],
)
