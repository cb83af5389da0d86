import { lte } from 'drizzle-orm'
import { sessions, socketTokens } from '#server/db/schema/auth.ts'
import type { Deps } from '#server/deps.ts'
import type { Ends } from './ends.ts'

/** Ends what is over and forgets what no longer counts. */
export const sweepAuth = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, ends: Ends): Promise<void> => {
  const now = clock.now()
  await ends.endExpired()
  // Rows that custody does not know of, or whose end was not written down here.
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.delete(socketTokens).where(lte(socketTokens.expiresAt, now))
}
