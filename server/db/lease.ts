import { randomUUID } from 'node:crypto'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from './client.ts'
import { leases } from './schema/lease.ts'

/** Work that only one process may do at a time. Times are the database's own. */
export interface Leases {
  /** Takes or renews the lease; false while another process holds it. */
  hold(name: string, ttlMs: number): Promise<boolean>
  /** The same; the answer is the holder's fence, a number that grows with each holder. Undefined instead of false. */
  take(name: string, ttlMs: number): Promise<number | undefined>
  /** False when the lease has gone to another holder; until this transaction ends it goes to nobody. */
  isHeld(tx: Tx, name: string, fence: number): Promise<boolean>
  /** Gives everything back, so that another process need not wait. */
  release(): Promise<void>
}

export const makeLeases = (db: Db): Leases => {
  const holder = randomUUID()
  const isOwn = eq(leases.holder, holder)
  const isOver = lte(leases.expiresAt, sql`now()`)

  const take: Leases['take'] = async (name, ttlMs) => {
    const expiresAt = sql`now() + ${ttlMs}::integer * interval '1 millisecond'`
    const [row] = await db
      .insert(leases)
      .values({ name, holder, fence: 1, expiresAt })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, expiresAt, fence: sql`${leases.fence} + case when ${isOwn} then 0 else 1 end` },
        setWhere: or(isOwn, isOver),
      })
      .returning({ fence: leases.fence })
    return row?.fence
  }

  return {
    take,
    hold: async (name, ttlMs) => (await take(name, ttlMs)) !== undefined,
    async isHeld(tx, name, fence) {
      const [row] = await tx
        .select({ name: leases.name })
        .from(leases)
        .where(and(eq(leases.name, name), eq(leases.fence, fence)))
        .for('share')
      return row !== undefined
    },
    async release() {
      await db.update(leases).set({ expiresAt: sql`now()` }).where(isOwn)
    },
  }
}
