import { sql } from 'drizzle-orm'
import { bigint, boolean, index, json, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { Meta } from '#contract/dapp.ts'
import type { RequestStatus, SessionStatus } from '#contract/status.ts'
import type { Answer } from '#server/dapps/message.ts'
import { transactions } from './transaction.ts'
import { wallets } from './wallet.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** What a dApp wants to use, as its proposal says. */
export interface Wanted {
  chains: string[]
  methods: string[]
  events: string[]
}

/** One connection of a wallet with a dApp, from the pasted link to the end. */
export const dappSessions = pgTable(
  'dapp_sessions',
  {
    id: text().primaryKey(),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    /** Of the link: a link pairs once. */
    pairingTopic: text().notNull().unique(),
    /** The session's own, known once it is approved. */
    topic: text().unique(),
    /** Known once the dApp has proposed a session. */
    proposalId: bigint({ mode: 'number' }),
    wanted: jsonb().$type<Wanted>(),
    proposerMeta: jsonb().$type<Meta>(),
    /** Since when its owner wants it. Nobody else's word makes a session of a proposal. */
    approvedAt: instant(),
    status: text().$type<SessionStatus>().notNull(),
    createdAt: instant().notNull(),
    /** Of the link, then of the proposal, then of the session. */
    expiresAt: instant().notNull(),
    closedAt: instant(),
    deletedAt: instant(),
  },
  (table) => [
    index().on(table.walletId, table.createdAt),
    index('dapp_sessions_live')
      .on(table.expiresAt)
      .where(sql`status in ('created', 'pending-approval', 'connected')`),
    index('dapp_sessions_closed').on(table.closedAt).where(sql`deleted_at is null`),
  ],
)

/** The picture of a dApp, fetched when it is first asked for. A row without data says that there is none. */
export const dappIcons = pgTable('dapp_icons', {
  sessionId: text()
    .primaryKey()
    .references(() => dappSessions.id),
  type: text().notNull(),
  /** Base64. */
  data: text().notNull(),
})

/** What a dApp asked of a wallet, with the one answer that it gets. */
export const dappRequests = pgTable(
  'dapp_requests',
  {
    id: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => dappSessions.id),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    topic: text().notNull(),
    /** Number of the JSON-RPC request within its topic. */
    rpcId: bigint({ mode: 'number' }).notNull(),
    blockchain: text().notNull(),
    method: text().notNull(),
    params: json().$type<unknown[]>().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** What a confirmed eth_sendTransaction became. */
    transactionId: text().references(() => transactions.id),
    /** Written before it is sent. */
    answer: jsonb().$type<Answer>(),
    answered: boolean().notNull().default(false),
  },
  (table) => [
    unique().on(table.topic, table.rpcId),
    index().on(table.walletId, table.createdAt),
    index().on(table.sessionId, table.createdAt),
    index('dapp_requests_open').on(table.expiresAt).where(sql`not answered`),
  ],
)

/** What the WalletConnect client keeps. Keys are sealed. */
export const dappStorage = pgTable('dapp_storage', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** What a process asks of the one that has the WalletConnect client. Gone when it is answered, or out of time. */
export const dappCommands = pgTable('dapp_commands', {
  id: text().primaryKey(),
  createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** Sealed. */
  content: text().notNull(),
  /** Of the holder who took it. */
  fence: bigint({ mode: 'number' }),
  /** Sealed. */
  answer: text(),
})
