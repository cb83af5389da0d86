import { lte } from 'drizzle-orm'
import { attempts, halfSessions, socketTokens } from '#server/db/schema/auth.ts'
import type { Deps } from '#server/deps.ts'
import { DAY } from './attempt.ts'
import type { Ends } from './ends.ts'
import { forgetOldRequests } from './mailcode.ts'

/** Ends what is over and forgets what no longer counts. */
export const sweepAuth = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, ends: Ends): Promise<void> => {
  const now = clock.now()
  await ends.endExpired()
  await db.delete(halfSessions).where(lte(halfSessions.expiresAt, now))
  await db.delete(socketTokens).where(lte(socketTokens.expiresAt, now))
  await db.delete(attempts).where(lte(attempts.at, new Date(now.getTime() - DAY)))
  await forgetOldRequests(db, now)
}
