import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { KEY_TAKEN } from '#domain/sendrule.ts'
import type { Db } from '#server/db/client.ts'
import { sendKeys } from '#server/db/schema/transaction.ts'
import { conflict, invalid } from '#server/error.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/** One confirmation of the user: whatever is asked with it again is the same send, or the same attempt at one. */
export interface IdempotencyKey {
  walletId: string
  key: string
  bodyHash: string
}

type Header = string | string[] | undefined

const keyOf = (walletId: string, header: Header, body: unknown[]): IdempotencyKey | undefined => {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) {
    throw invalid('Idempotency-Key should be 1 to 128 visible ASCII characters')
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { walletId, key: header, bodyHash }
}

/** Without `maxFee`: what is sent again at another fee of the day is the same send. */
export const readKey = (walletId: string, header: Header, draft: TransactionDraft) => {
  const { amount, assetId, description, gas, recipient } = draft
  return keyOf(walletId, header, [amount, assetId, description, gas, recipient])
}

/** The same of what is to take the place of a send that hangs. */
export const readReplaceKey = (walletId: string, header: Header, id: string, cancels: boolean) =>
  keyOf(walletId, header, ['replace', id, cancels])

interface Known {
  transactionId: string
  attempt: number | null
}

/** What an earlier call with this key was about; the same key with another body is refused. */
const known = async (db: Db, key: IdempotencyKey, now: Date): Promise<Known | undefined> => {
  const [row] = await db
    .select()
    .from(sendKeys)
    .where(and(eq(sendKeys.walletId, key.walletId), eq(sendKeys.key, key.key)))
  if (!row || row.createdAt.getTime() + LIFE_MS <= now.getTime()) return undefined
  if (row.bodyHash !== key.bodyHash) {
    throw conflict(KEY_TAKEN)
  }
  return row
}

/** The transaction of an earlier call with this key. */
export const earlier = async (db: Db, key: IdempotencyKey, now: Date): Promise<string | undefined> =>
  (await known(db, key, now))?.transactionId

/** The attempt that an earlier call with this key was to make, and may have made. */
export const earlierAttempt = async (
  db: Db,
  key: IdempotencyKey,
  now: Date,
): Promise<{ transactionId: string; attempt: number } | undefined> => {
  const found = await known(db, key, now)
  return found?.attempt == null ? undefined : { ...found, attempt: found.attempt }
}

const forgetOld = (db: Db, now: Date) =>
  db.delete(sendKeys).where(lte(sendKeys.createdAt, new Date(now.getTime() - LIFE_MS)))

export const remember = async (
  db: Db,
  key: IdempotencyKey,
  transactionId: string,
  now: Date,
): Promise<void> => {
  await forgetOld(db, now)
  await db.insert(sendKeys).values({ ...key, transactionId, createdAt: now })
}

/** Before it is made. False where another call with this key was faster. */
export const rememberAttempt = async (
  db: Db,
  key: IdempotencyKey,
  attempt: { transactionId: string; attempt: number },
  now: Date,
): Promise<boolean> => {
  await forgetOld(db, now)
  const rows = await db
    .insert(sendKeys)
    .values({ ...key, ...attempt, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: sendKeys.key })
  return rows.length > 0
}
