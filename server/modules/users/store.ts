import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { LANGUAGES, type Language } from '#contract/language.ts'
import type { Role } from '#contract/user.ts'
import { emailKey } from '#domain/email.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { roles, userRoles, users } from '#server/db/schema/auth.ts'

export type UserRow = typeof users.$inferSelect
/** What he may change of himself. */
export interface Preferences {
  language?: Language | null | undefined
  startHidden?: boolean | undefined
}
type Reader = Db | Tx

export const DEFAULT_ROLE = { id: 'user', name: 'User', permissions: [] satisfies string[] }

export const findUser = async (db: Reader, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0]

/**
 * The row of a person whom custody knows: made at his first sign-in, and put right where it says something else. A row
 * of somebody else that claims his address loses it.
 */
export const ensureUser = async (
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> => {
  const key = emailKey(email)
  const known = await findUser(tx, id)
  if (known?.email === email && known.emailKey === key) return
  await tx
    .update(users)
    .set({ emailKey: sql`'displaced ' || ${users.id}` })
    .where(and(eq(users.emailKey, key), ne(users.id, id)))
  if (known) {
    await tx.update(users).set({ email, emailKey: key }).where(eq(users.id, id))
    return
  }
  const made = await tx
    .insert(users)
    .values({ id, email, emailKey: key, vaultId: randomUUID(), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (made.length === 0) return
  await tx.insert(roles).values(DEFAULT_ROLE).onConflictDoNothing()
  await tx.insert(userRoles).values({ userId: id, roleId: DEFAULT_ROLE.id, position: 0 })
}

export const listUserRows = (db: Reader): Promise<UserRow[]> =>
  db.select().from(users).orderBy(asc(users.createdAt), asc(users.id))

/** Roles per user, the effective one first. */
export const rolesOf = async (db: Reader, userId?: string): Promise<Map<string, Role[]>> => {
  const rows = await db
    .select({ userId: userRoles.userId, role: roles })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(userId === undefined ? undefined : eq(userRoles.userId, userId))
    .orderBy(asc(userRoles.userId), asc(userRoles.position))
  const byUser = new Map<string, Role[]>()
  for (const row of rows) byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), row.role])
  return byUser
}

export const listRoleRows = (db: Reader): Promise<Role[]> => db.select().from(roles).orderBy(asc(roles.name))

export const updateUser = async (
  db: Reader,
  id: string,
  { language, startHidden }: Preferences,
): Promise<void> => {
  const change = {
    ...(language !== undefined && { language }),
    ...(startHidden !== undefined && { startHidden }),
  }
  if (Object.keys(change).length > 0) await db.update(users).set(change).where(eq(users.id, id))
}

/** What each of these addresses reads, of those that chose it. */
export const languagesOf = async (
  db: Reader,
  emails: readonly string[],
): Promise<(email: string) => Language | undefined> => {
  const keys = [...new Set(emails.map(emailKey))]
  const rows = await db
    .select({ key: users.emailKey, language: users.language })
    .from(users)
    .where(inArray(users.emailKey, keys))
  const known = new Map(rows.map(({ key, language }) => [key, LANGUAGES.find((one) => one === language)]))
  return (email) => known.get(emailKey(email))
}

/** The first one stays. */
export const keepMarketingId = async (db: Reader, userId: string, marketingId: string): Promise<void> => {
  await db
    .update(users)
    .set({ marketingId })
    .where(and(eq(users.id, userId), isNull(users.marketingId)))
}
