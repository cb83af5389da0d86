import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Decision, InviteStatus } from '#contract/status.ts'
import { transactions } from './transaction.ts'
import { wallets } from './wallet.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** One invitation: open, then a guardian of the wallet, then history. Who it is for is known by his address only. */
export const approvers = pgTable(
  'approvers',
  {
    id: text().primaryKey(),
    walletId: text()
      .notNull()
      .references(() => wallets.id),
    /** As the owner typed it; mails go here. */
    email: text().notNull(),
    emailKey: text().notNull(),
    status: text().$type<InviteStatus>().notNull(),
    /** The guardian's own wallet that the last issued text names. */
    signerWalletId: text().references(() => wallets.id),
    /** EVM account whose signature counts; known from confirmation on. */
    address: text(),
    createdAt: instant().notNull(),
    mailedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('approvers_open')
      .on(table.walletId, table.emailKey)
      .where(sql`status in ('pending', 'confirmed')`),
    index().on(table.emailKey),
    index('approvers_expiring').on(table.expiresAt).where(sql`status = 'pending'`),
  ],
)

/** How far the database follows the policy versions that custody keeps for a wallet. */
export const approvalFlows = pgTable('approval_flows', {
  walletId: text()
    .primaryKey()
    .references(() => wallets.id),
  /** The last version whose effects are written down and told. */
  version: integer().notNull().default(0),
  /** Set before custody is asked for a change, so that a crash in between is found. */
  changing: boolean().notNull().default(false),
})

/** What guardians are asked about a transaction, as it was when they were first asked. */
export const proposals = pgTable('proposals', {
  transactionId: text()
    .primaryKey()
    .references(() => transactions.id),
  policyVersion: integer().notNull(),
  required: integer().notNull(),
  /** Approvals that count, until the transaction is signed or ends. */
  approved: integer().notNull().default(0),
  /** What other rules that bind meanwhile ask for, where more is missing by them. */
  lacks: jsonb().$type<{ required: number; approved: number }>(),
  recipientKnown: boolean().notNull(),
  lookalikeOf: text(),
  /** It is nearly all that the wallet was worth then. */
  almostAll: boolean().notNull().default(false),
  createdAt: instant().notNull(),
})

/** One guardian's part in one transaction. */
export const approvals = pgTable(
  'approvals',
  {
    id: text().primaryKey(),
    transactionId: text()
      .notNull()
      .references(() => proposals.transactionId),
    approverId: text()
      .notNull()
      .references(() => approvers.id),
    status: text().$type<Decision>().notNull(),
    /** False once the guardian was removed while the transaction waited. */
    counts: boolean().notNull(),
    decidedAt: instant(),
    /** Why he declined. It counts only as custody signed it. */
    reason: text(),
    signature: text(),
    createdAt: instant().notNull(),
  },
  (table) => [unique().on(table.transactionId, table.approverId), index().on(table.approverId)],
)

/** Mails that belong to a committed change and still have to leave. */
export const letters = pgTable(
  'letters',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: instant().notNull(),
    tryAt: instant().notNull(),
  },
  (table) => [index().on(table.tryAt)],
)
