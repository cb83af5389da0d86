import type { AuthPair } from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { unauthorized } from '#server/error.ts'
import { endHalvesOf } from './half.ts'
import {
  endExpiredSessions,
  endSessions,
  endSessionsOf,
  findSession,
  issueTokens,
  lockSession,
} from './session.ts'

/** How sessions go on and end, and who hears of it. */
export const makeEnds = ({ db, clock, push }: Pick<Deps, 'db' | 'clock' | 'push'>) => ({
  refresh: (sessionId: string): Promise<AuthPair> =>
    db.transaction(async (tx) => {
      const session = await lockSession(tx, sessionId)
      if (!session) throw unauthorized()
      return issueTokens(tx, session, clock.now())
    }),

  async signOut(sessionId: string): Promise<void> {
    await endSessions(db, [sessionId])
    push.logOut([sessionId], 'sign-out')
  },

  async signOutAll(userId: string): Promise<void> {
    const ended = await db.transaction(async (tx) => {
      await endHalvesOf(tx, userId)
      return endSessionsOf(tx, userId)
    })
    push.logOut(ended, 'sign-out-all')
  },

  /** A browser holds one session: its old one ends when it gets a new one, quietly, for the page stays. */
  async replace(oldCookie: string | undefined, newSessionId: string): Promise<void> {
    const old = oldCookie === undefined ? undefined : await findSession(db, oldCookie, clock.now())
    if (!old || old.session.id === newSessionId) return
    await endSessions(db, [old.session.id])
    push.drop(old.session.id)
  },

  async endExpired(): Promise<void> {
    push.logOut(await endExpiredSessions(db, clock.now()), 'expired')
  },
})
export type Ends = ReturnType<typeof makeEnds>
