import { lt, sql } from 'drizzle-orm'
import { hashToken } from '#server/secret.ts'
import type { Db } from './client.ts'
import { rateCounts } from './schema/rate.ts'

/** Counts that all processes on one database share. */
export interface SharedCounts {
  /** Adds to what was counted for `key` in this minute and answers the sum of all processes. */
  add(minute: number, key: string, calls: number): Promise<number>
  /** Forgets what was counted before this minute. */
  forget(before: number): Promise<void>
}

export const makeSharedCounts = (db: Db): SharedCounts => ({
  async add(minute, key, calls) {
    const [row] = await db
      .insert(rateCounts)
      .values({ minute, key: hashToken(key), count: calls })
      .onConflictDoUpdate({
        target: [rateCounts.minute, rateCounts.key],
        set: { count: sql`${rateCounts.count} + ${calls}` },
      })
      .returning({ count: rateCounts.count })
    return row?.count ?? calls
  },
  async forget(before) {
    await db.delete(rateCounts).where(lt(rateCounts.minute, before))
  },
})
