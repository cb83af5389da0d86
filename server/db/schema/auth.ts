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

const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const users = pgTable('users', {
  id: text().primaryKey(),
  /** As the user typed it; mails go here. */
  email: text().notNull(),
  /** What makes two spellings one account. */
  emailKey: text().notNull().unique(),
  vaultId: text().notNull(),
  marketingId: text(),
  /** Sealed secret of the authenticator; null until it is set up. */
  totpSecret: text(),
  /** Last 30-second step whose code was accepted: no step counts twice. */
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

/** Random values of this installation, sealed. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text().primaryKey(),
  sealed: text().notNull(),
})

/** Accounts at an outside provider, by its issuer and subject. */
export const identities = pgTable('identities', {
  /** `{issuer} {subject}` */
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant().notNull(),
})

/** One sent e-mail code. The account may not exist yet. */
export const signInRequests = pgTable('sign_in_requests', {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text().notNull(),
  codeHash: text().notNull(),
  tries: integer().notNull().default(0),
  usedAt: instant(),
  expiresAt: instant().notNull(),
})

/** First step done, second factor open. */
export const halfSessions = pgTable('half_sessions', {
  id: text().primaryKey(),
  tokenHash: text().notNull().unique(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed secret that is shown until the set-up is completed. */
  pendingSecret: text(),
  /** Outside account that is linked once the second factor is given. */
  identity: text(),
  expiresAt: instant().notNull(),
})

export const SESSION_KINDS = ['otp', 'backup', 'setup', 'restore'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

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
    pendingSecret: text(),
    pendingSecretUntil: instant(),
    codesGenerated: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    usedAt: instant().notNull(),
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

/** What is counted against a limit per account or address: wrong codes, sent mails. */
export const attempts = pgTable(
  'attempts',
  {
    id: text().primaryKey(),
    key: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index().on(table.key, table.at)],
)

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
