import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Role } from '#contract/user.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { roles, userRoles, users } from '#server/db/schema/auth.ts'
import { emailKey } from './email.ts'

export type UserRow = typeof users.$inferSelect
type Reader = Db | Tx

export const DEFAULT_ROLE = { id: 'user', name: 'User', permissions: [] satisfies string[] }

export const findUser = async (db: Reader, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0]

export const findUserByEmail = async (db: Reader, email: string): Promise<UserRow | undefined> =>
  (
    await db
      .select()
      .from(users)
      .where(eq(users.emailKey, emailKey(email)))
  )[0]

/** The account of an address that its owner has proved; the first proof makes it. */
export const findOrCreateUser = async (tx: Tx, email: string, now: Date): Promise<UserRow> => {
  const made = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      email: email.trim(),
      emailKey: emailKey(email),
      vaultId: randomUUID(),
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.emailKey })
    .returning()
  const [user] = made
  if (user) {
    await tx.insert(roles).values(DEFAULT_ROLE).onConflictDoNothing()
    await tx.insert(userRoles).values({ userId: user.id, roleId: DEFAULT_ROLE.id, position: 0 })
    return user
  }
  const found = await findUserByEmail(tx, email)
  if (!found) throw new Error('An account disappeared while it was looked up.')
  return found
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

/** The first one stays. */
export const keepMarketingId = async (db: Reader, userId: string, marketingId: string): Promise<void> => {
  await db
    .update(users)
    .set({ marketingId })
    .where(and(eq(users.id, userId), isNull(users.marketingId)))
}
