import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import type { SessionKind } from '#server/custody/custody.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const users = pgTable('users', {
  id: text().primaryKey(),
  /** As the user typed it; mails go here. */
  email: text().notNull(),
  /** What makes two spellings one account. */
  emailKey: text().notNull().unique(),
  vaultId: text().notNull(),
  marketingId: text(),
  /** What he reads, once he chose it. */
  language: text().$type<Language>(),
  /** He dismissed the steps of the guided start. */
  startHidden: boolean().notNull().default(false),
  /** Both were written by older versions only: see `takeOverPeople`. */
  totpSecret: text(),
  totpStep: bigint({ mode: 'number' }),
  createdAt: instant().notNull(),
})

export const roles = pgTable('roles', {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  permissions: jsonb().$type<string[]>().notNull(),
})

export const userRoles = pgTable(
  'user_roles',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: text()
      .notNull()
      .references(() => roles.id),
    /** The first one counts. */
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.roleId] })],
)

/** Accounts at an outside provider, by its issuer and subject. Filled by older versions only, as `takeOverPeople` says. */
export const identities = pgTable('identities', {
  /** `{issuer} {subject}` */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant().notNull(),
})

/** Custody's word about a session, kept to be found by its cookie. Nothing in a row is believed but for `signature`. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<SessionKind>().notNull(),
    tokenHash: text().notNull().unique(),
    /** The cookie before the last rotation, which works a little longer. */
    oldTokenHash: text().unique(),
    oldTokenUntil: instant(),
    connectionId: text().notNull().unique(),
    email: text().notNull(),
    /** Custody's, over all that it said of the session. */
    signature: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.userId)],
)

/** One-time tokens of the socket's login. */
export const socketTokens = pgTable('socket_tokens', {
  tokenHash: text().primaryKey(),
  sessionId: text()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  expiresAt: instant().notNull(),
})

/** Filled by older versions only: see `takeOverPeople`. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    sealed: text().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId)],
)

/** Ids of webhook calls that had their effect. */
export const webhookCalls = pgTable('webhook_calls', {
  id: text().primaryKey(),
  at: instant().notNull(),
})
