import type { AuthPair } from '#contract/auth.ts'
import type { LogOutReason } from '#contract/push.ts'
import type { Deps } from '#server/deps.ts'
import { unauthorized } from '#server/error.ts'
import type { Sessions } from './known.ts'
import { answered } from './refusal.ts'
import { endSessions, issueTokens } from './session.ts'

/** How sessions go on and end, and who hears of it. */
export const makeEnds = (
  { db, clock, push, custody }: Pick<Deps, 'db' | 'clock' | 'push' | 'custody'>,
  sessions: Sessions,
) => {
  const forget = async (ids: string[]): Promise<void> => {
    sessions.forget(ids)
    await endSessions(db, ids)
  }
  /** Custody ended these, by a call of theirs or beside another change. */
  const ended = async (ids: string[], reason: LogOutReason = 'sign-out-all'): Promise<void> => {
    try {
      await forget(ids)
    } finally {
      // Custody answers once that they ended: rows that stay mean nothing soon, but their sockets would stay.
      push.logOut(ids, reason)
    }
  }
  return {
    async refresh(grant: string): Promise<AuthPair> {
      const session = await sessions.find(grant)
      if (!session) throw unauthorized()
      return issueTokens(db, session, clock.now())
    },

    async signOut(grant: string, sessionId: string): Promise<void> {
      await answered(custody.signOut({ grant }))
      await ended([sessionId], 'sign-out')
    },

    async signOutAll(grant: string, devices: string[]): Promise<void> {
      await ended((await answered(custody.signOutAll({ grant, devices }))).ids)
    },

    async endOther(grant: string, id: string): Promise<void> {
      await ended((await answered(custody.endSession({ grant, id }))).ids)
    },

    async endOthers(grant: string, devices: string[]): Promise<void> {
      await ended((await answered(custody.endOtherSessions({ grant, devices }))).ids)
    },

    ended: (ids: string[]): Promise<void> => ended(ids),

    /** A browser holds one session: its old one ends when it gets a new one, quietly, for the page stays. */
    async replace(oldCookie: string | undefined, newSessionId: string): Promise<void> {
      const old = oldCookie === undefined ? undefined : await sessions.find(oldCookie)
      if (oldCookie === undefined || !old || old.id === newSessionId) return
      await answered(custody.signOut({ grant: oldCookie }))
      await forget([old.id])
      push.drop(old.id)
    },

    async endExpired(): Promise<void> {
      const { ids } = await custody.sweepPeople({})
      await ended(ids, 'expired')
    },
  }
}
export type Ends = ReturnType<typeof makeEnds>
