import { randomUUID } from 'node:crypto'
import { and, eq, lt, or } from 'drizzle-orm'
import type { Db } from './client.ts'
import { leases } from './schema/lease.ts'

/** Work that only one process may do at a time. */
export interface Leases {
  /** Takes or renews the lease; false while another process holds it. */
  hold(name: string, ttlMs: number): Promise<boolean>
  /** Gives everything back, so that another process need not wait. */
  release(): Promise<void>
}

export const makeLeases = (db: Db): Leases => {
  const holder = randomUUID()
  return {
    async hold(name, ttlMs) {
      const now = new Date()
      const expiresAt = new Date(now.getTime() + ttlMs)
      const rows = await db
        .insert(leases)
        .values({ name, holder, expiresAt })
        .onConflictDoUpdate({
          target: leases.name,
          set: { holder, expiresAt },
          setWhere: or(eq(leases.holder, holder), lt(leases.expiresAt, now)),
        })
        .returning({ name: leases.name })
      return rows.length === 1
    },
    async release() {
      await db.delete(leases).where(and(eq(leases.holder, holder)))
    },
  }
}
