import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { attempts } from '#server/db/schema/auth.ts'
import { tooMany } from '#server/error.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

interface Window {
  max: number
  ms: number
}

/** Per account or address, over all its half sessions. */
export const LIMITS = {
  'code-mail': [{ max: 5, ms: HOUR }],
  'mail-code': [
    { max: 10, ms: HOUR },
    { max: 30, ms: DAY },
  ],
  totp: [
    { max: 5, ms: 15 * MINUTE },
    { max: 20, ms: DAY },
  ],
  'backup-code': [
    { max: 5, ms: HOUR },
    { max: 10, ms: DAY },
  ],
} as const satisfies Record<string, readonly Window[]>
export type LimitName = keyof typeof LIMITS

const longest = (windows: readonly Window[]) => Math.max(...windows.map(({ ms }) => ms))

const timesOf = async (tx: Tx, key: string, since: Date): Promise<number[]> => {
  const rows = await tx
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.at, since)))
    .orderBy(desc(attempts.at))
  return rows.map(({ at }) => at.getTime())
}

/**
 * Refuses when a limit is reached. Holds a lock until the transaction ends, so that parallel calls are counted one
 * after the other and cannot all pass the same check.
 */
export const assertWithin = async (tx: Tx, name: LimitName, subject: string, now: Date): Promise<void> => {
  const windows: readonly Window[] = LIMITS[name]
  const key = `${name}:${subject}`
  await lockKey(tx, key)
  const times = await timesOf(tx, key, new Date(now.getTime() - longest(windows)))
  const waits = windows.map(({ max, ms }) => {
    const oldest = times[max - 1]
    return oldest === undefined ? 0 : oldest + ms - now.getTime()
  })
  const wait = Math.max(...waits)
  if (wait > 0) throw tooMany(wait / 1000)
}

const add = (tx: Tx, key: string, at: Date) => tx.insert(attempts).values({ id: randomUUID(), key, at })

export const countAttempt = async (tx: Tx, name: LimitName, subject: string, now: Date): Promise<void> => {
  await add(tx, `${name}:${subject}`, now)
}

/** How many wrong codes of any kind this account had within a day, this one included. */
export const countWrong = async (tx: Tx, accountKey: string, now: Date): Promise<number> => {
  const key = `wrong:${accountKey}`
  await add(tx, key, now)
  return (await timesOf(tx, key, new Date(now.getTime() - DAY))).length
}
