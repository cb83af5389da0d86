import { sql } from 'drizzle-orm'
import { boolean, index, numeric, pgTable, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AccountNetwork } from '#contract/blockchain.ts'
import type { WalletStatus } from '#contract/status.ts'
import { users } from './auth.ts'
import { tokens } from './chain.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const wallets = pgTable(
  'wallets',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    status: text().$type<WalletStatus>().notNull(),
    kycCompleted: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    // A hidden wallet's name is free again.
    uniqueIndex('wallets_name')
      .on(table.userId, table.name)
      .where(sql`status not in ('removed', 'rejected', 'canceled', 'failure')`),
    index('wallets_without_kyc').on(table.id).where(sql`not kyc_completed`),
  ],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    network: text().$type<AccountNetwork>().notNull(),
    /** As it is shown: EIP-55 capitals on EVM chains. */
    address: text().notNull(),
    /** As it is looked up: lower case on EVM chains. */
    addressKey: text().notNull(),
    /** Custody's word that the address belongs to this wallet and its owner; null before it was asked. */
    signature: text(),
    createdAt: instant().notNull(),
    /** When another one took its place; it is watched for ever. */
    replacedAt: instant(),
  },
  (table) => [
    uniqueIndex('accounts_in_use').on(table.walletId, table.network).where(sql`replaced_at is null`),
    unique().on(table.network, table.addressKey),
  ],
)

export const assets = pgTable(
  'assets',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    tokenId: text()
      .notNull()
      .references(() => tokens.id),
    /** Number of the ERC-721 item, else ''. */
    item: text().notNull().default(''),
    /** Smallest units. */
    amount: numeric({ precision: 78, scale: 0 }).notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [unique().on(table.accountId, table.tokenId, table.item)],
)
