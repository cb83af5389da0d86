import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { KEY_TAKEN } from '#domain/sendrule.ts'
import type { Db } from '#server/db/client.ts'
import { sendKeys } from '#server/db/schema/transaction.ts'
import { conflict, invalid } from '#server/error.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/** One confirmation of the user: whatever is sent with it again is the same send. */
export interface IdempotencyKey {
  walletId: string
  key: string
  bodyHash: string
}

export const readKey = (
  walletId: string,
  header: string | string[] | undefined,
  draft: TransactionDraft,
): IdempotencyKey | undefined => {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) {
    throw invalid('Idempotency-Key should be 1 to 128 visible ASCII characters')
  }
  // Without `maxFee`: what is sent again at another fee of the day is the same send.
  const { amount, assetId, description, gas, recipient } = draft
  const body = JSON.stringify([amount, assetId, description, gas, recipient])
  return { walletId, key: header, bodyHash: createHash('sha256').update(body).digest('hex') }
}

/** The transaction of an earlier call with this key; the same key with another body is refused. */
export const earlier = async (db: Db, key: IdempotencyKey, now: Date): Promise<string | undefined> => {
  const [row] = await db
    .select()
    .from(sendKeys)
    .where(and(eq(sendKeys.walletId, key.walletId), eq(sendKeys.key, key.key)))
  if (!row || row.createdAt.getTime() + LIFE_MS <= now.getTime()) return undefined
  if (row.bodyHash !== key.bodyHash) {
    throw conflict(KEY_TAKEN)
  }
  return row.transactionId
}

export const remember = async (
  db: Db,
  key: IdempotencyKey,
  transactionId: string,
  now: Date,
): Promise<void> => {
  await db.delete(sendKeys).where(lte(sendKeys.createdAt, new Date(now.getTime() - LIFE_MS)))
  await db.insert(sendKeys).values({ ...key, transactionId, createdAt: now })
}
