import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { contacts } from '#server/db/schema/contact.ts'

export type ContactRow = typeof contacts.$inferSelect

/** PostgreSQL takes at most 65535 parameters. */
const ROWS_AT_ONCE = 1000

export const contactsOf = (db: Db, userId: string): Promise<ContactRow[]> =>
  db
    .select()
    .from(contacts)
    .where(eq(contacts.userId, userId))
    .orderBy(asc(contacts.nameKey), asc(contacts.id))

export const insertAll = async (db: Db, rows: ContactRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db.insert(contacts).values(rows.slice(at, at + ROWS_AT_ONCE))
}

type Change = Pick<ContactRow, 'name' | 'nameKey' | 'addresses' | 'note' | 'signature'>

export const update = (db: Db, id: string, change: Change) =>
  db.update(contacts).set(change).where(eq(contacts.id, id))

/** False when the user has no such contact. */
export const remove = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const gone = await db
    .delete(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
    .returning({ id: contacts.id })
  return gone.length > 0
}

/** Whose books have contacts that an older version wrote. */
export const usersWithUnsealed = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ userId: contacts.userId })
    .from(contacts)
    .where(isNull(contacts.signature))
    .orderBy(asc(contacts.userId))
  return rows.map(({ userId }) => userId)
}

/** Never over the seal of what somebody saved meanwhile. */
export const sealAll = async (
  db: Db,
  seals: { id: string; signature: string | undefined }[],
): Promise<void> => {
  await db.execute(sql`
    update contacts set signature = made.signature
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as made(id text, signature text)
    where contacts.id = made.id and contacts.signature is null`)
}
