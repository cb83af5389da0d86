import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { GasSpeed } from '#contract/blockchain.ts'
import type { TransactionStatus } from '#contract/status.ts'
import type { Direction } from '#contract/transaction.ts'
import { tokens } from './chain.ts'
import { accounts, wallets } from './wallet.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const cents = () => bigint({ mode: 'number' })
const units = () => numeric({ precision: 78, scale: 0 })

export interface Leg {
  address: string | null
  value: string
}

/** One movement of one asset, as people see it: sent from here, or seen on a chain. */
export const transactions = pgTable(
  'transactions',
  {
    id: text().primaryKey(),
    blockchain: text().notNull(),
    tokenId: text()
      .notNull()
      .references(() => tokens.id),
    item: text().notNull().default(''),
    /** Known from signing on. */
    hash: text(),
    blockNumber: integer(),
    blockHash: text(),
    /** Whose row it is: the account that paid or, where that is a stranger's, was paid. Older rows have none. */
    accountId: text().references(() => accounts.id),
    /** Position of the token transfer among the block's logs; null for native coins and before it is mined. */
    logIndex: integer(),
    /** Mined, but undone or refused by the contract: failed as soon as that is final. */
    reverted: boolean().notNull().default(false),
    /** Mined, but by what cancels it: cancelled as soon as that is final. */
    cancels: boolean().notNull().default(false),
    sender: text(),
    recipient: text(),
    amount: units().notNull(),
    amountInUsd: cents(),
    fee: units(),
    feeInUsd: cents(),
    direction: text().$type<Direction>().notNull(),
    status: text().$type<TransactionStatus>().notNull(),
    description: text().notNull(),
    rejectReason: text(),
    /** Why a transaction waits, for its owner. */
    note: text(),
    approvalConsensus: integer(),
    inputs: jsonb().$type<Leg[]>(),
    outputs: jsonb().$type<Leg[]>(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    uniqueIndex('transactions_on_chain')
      .on(
        table.blockchain,
        sql`coalesce(hash, block_number::text)`,
        table.tokenId,
        table.item,
        table.accountId,
      )
      .where(sql`block_number is not null`),
    index().on(table.blockchain, table.hash),
    index('transactions_in_block').on(table.blockchain, table.blockNumber),
    index('transactions_unsettled')
      .on(table.blockchain, table.blockNumber)
      .where(sql`status = 'broadcasting'`),
  ],
)

/** Which wallets a transaction concerns. The date is the transaction's, for the order of long lists. */
export const accountTxs = pgTable(
  'account_txs',
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    direction: text().$type<Direction>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.accountId] }),
    // As 'order by … desc' sorts: PostgreSQL puts nulls first there, and an index that differs is of no use.
    index('account_txs_newest').on(
      table.walletId,
      table.createdAt.desc().nullsFirst(),
      table.transactionId.desc().nullsFirst(),
    ),
  ],
)

/** What this server does to get one transaction mined. All amounts are wei, satoshi or smallest units. */
export const sends = pgTable(
  'sends',
  {
    transactionId: text()
      .primaryKey()
      .references(() => transactions.id),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    blockchain: text().notNull(),
    /** The sender's address, on EVM chains in lower case. */
    addressKey: text().notNull(),
    walletName: text().notNull(),
    action: text().$type<'send' | 'call' | 'creation'>().notNull(),
    /** Recipient or contract; null creates a contract. */
    target: text(),
    /** What leaves of the chain's native coin, without the fee. */
    value: units().notNull(),
    gas: text().$type<GasSpeed>().notNull(),
    feeCeiling: units().notNull(),
    guarded: boolean().notNull(),
    expiresAt: instant().notNull(),
    raw: text(),
    broadcastAt: instant(),
    /** Block at which what it spends was first seen spent while nobody knew this transaction. */
    lostAtBlock: integer(),
    /** Ended without ever reaching a chain: its balance, and what it would spend, are free. */
    void: boolean().notNull().default(false),
    /** Nothing is sent by it: guardians are asked whether this one may cost more. Then `feeCeiling` is how much more. */
    raises: text().references(() => transactions.id),
  },
  (table) => [
    index().on(table.blockchain, table.addressKey),
    index().on(table.walletId),
    index('sends_raising').on(table.raises).where(sql`raises is not null`),
  ],
)

/** Whose send it is a part of: that one's rows are one. */
const ofSend = () =>
  text()
    .primaryKey()
    .references(() => sends.transactionId, { onDelete: 'cascade', onUpdate: 'cascade' })

/** What only sends on EVM chains have. */
export const evmSends = pgTable('evm_sends', {
  transactionId: ofSend(),
  data: text().notNull(),
  gasLimit: units().notNull(),
  /** Accepted at the quote: what signing uses while nobody had to approve. */
  maxFeePerGas: units().notNull(),
  maxPriorityFeePerGas: units().notNull(),
  /** Custody takes it when it signs. */
  nonce: integer(),
})

/** What only sends of Bitcoin have; the coins that one spends name it (`takenBy`). */
export const bitcoinSends = pgTable('bitcoin_sends', {
  transactionId: ofSend(),
  /** Satoshi per 1000 virtual bytes: accepted at the quote, then what is signed. */
  rate: units().notNull(),
})

/** Each time a send was signed, where that was more than once: only one of them gets onto the chain. */
export const attempts = pgTable(
  'attempts',
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** From 1 on. */
    number: integer().notNull(),
    hash: text().notNull(),
    /** It pays nobody, in the place of what was sent. */
    cancels: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.number] }), index().on(table.hash)],
)

/** Outputs of Bitcoin transactions that belong to a wallet, and what becomes of them. */
export const coins = pgTable(
  'coins',
  {
    blockchain: text().notNull(),
    txid: text().notNull(),
    vout: integer().notNull(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    /** Satoshi. */
    value: units().notNull(),
    /** In which it is; null while its transaction waits. */
    block: integer(),
    /** Made by a send of this wallet: it may be spent while it waits. */
    change: boolean().notNull(),
    /** The send that spends it, from signing on. */
    takenBy: text().references(() => transactions.id),
    /** The block in which it was spent. */
    spentBlock: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.blockchain, table.txid, table.vout] }),
    index('coins_unspent').on(table.accountId).where(sql`spent_block is null`),
    index('coins_taken').on(table.takenBy).where(sql`taken_by is not null`),
  ],
)

/** One answer per Idempotency-Key and wallet, for a day. */
export const sendKeys = pgTable(
  'send_keys',
  {
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    key: text().notNull(),
    /** SHA-256 of the body. */
    bodyHash: text().notNull(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    /** Where it is to take the place of what hangs: the number of that attempt. */
    attempt: integer(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.key] }), index().on(table.createdAt)],
)
