import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Sealer } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { installationSecrets } from '#server/db/schema/auth.ts'

/** 256 random bits: what cookies and one-time tokens are made of. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are random enough that a plain hash hides them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const randomDigits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A hash of something short, useless without a key that the database does not hold. */
export type KeyedHash = (context: string, text: string) => string

const NAME = 'short-code-key'

export const loadKeyedHash = async (db: Db, sealer: Sealer): Promise<KeyedHash> => {
  await db
    .insert(installationSecrets)
    .values({ name: NAME, sealed: sealer.seal(randomToken(), NAME) })
    .onConflictDoNothing()
  const [row] = await db.select().from(installationSecrets).where(eq(installationSecrets.name, NAME))
  if (!row) throw new Error('The key for short codes could not be stored.')
  const key = sealer.open(row.sealed, NAME)
  return (context, text) => createHmac('sha256', key).update(`${context}:${text}`).digest('hex')
}
