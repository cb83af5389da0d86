import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { AuthPair } from '#contract/auth.ts'
import type { Tx } from '#server/db/client.ts'
import { halfSessions, type SessionKind, sessions, users } from '#server/db/schema/auth.ts'
import type { Deps } from '#server/deps.ts'
import { type AppError, conflict, forbidden, unauthorized, wrongCode } from '#server/error.ts'
import type { Backup } from '#server/modules/backup/service.ts'
import { findUser, type UserRow } from '#server/modules/users/store.ts'
import { assertWithin, countAttempt, type LimitName } from './attempt.ts'
import { completeHalf, type HalfRow, lockHalf } from './half.ts'
import { authenticatorLetter } from './letters.ts'
import { createSession, issueTokens, lockSession, rotateSession, type SessionRow } from './session.ts'
import { sendLater, type WrongCodes } from './signin.ts'
import { makeSecret, otpUri, stepOf } from './totp.ts'

const PENDING_LIFE = 15 * 60_000
const ALREADY = 'Two-factor authentication is already set up'
const NOT_YET = 'Set up two-factor authentication first'
const WRONG = 'The code is wrong'

export interface SignedIn {
  pair: AuthPair
  /** Value of the session's cookie. */
  cookie: string
  sessionId: string
  email: string
}
type Outcome = { done: SignedIn } | { wrong: () => void }

/** Second factors: what turns a half session into a session, and a backup session into a restored one. */
export const makeFactors = (deps: Deps, backup: Backup, wrongCodes: WrongCodes) => {
  const { db, clock } = deps
  const kept = deps.sealer('totp')
  const pending = deps.sealer('totp-pending')

  const userOf = async (tx: Tx, id: string): Promise<UserRow> => {
    const user = await findUser(tx, id)
    if (!user) throw unauthorized()
    return user
  }
  const open = async (tx: Tx, user: UserRow, kind: SessionKind, now: Date): Promise<Outcome> => {
    const { session, cookie } = await createSession(tx, user.id, kind, now)
    return {
      done: { pair: await issueTokens(tx, session, now), cookie, sessionId: session.id, email: user.email },
    }
  }
  const miss = async (tx: Tx, name: LimitName, user: UserRow, now: Date): Promise<Outcome> => {
    await countAttempt(tx, name, user.id, now)
    return { wrong: await wrongCodes.count(tx, user.emailKey, now) }
  }
  /** A wrong try must stay counted, so it is an outcome of the transaction and becomes an error after it. */
  const settle = async (work: (tx: Tx) => Promise<Outcome>): Promise<SignedIn> => {
    const outcome = await db.transaction(work)
    if ('done' in outcome) return outcome.done
    outcome.wrong()
    throw wrongCode(WRONG)
  }
  /** Takes a step that is later than every step taken before. */
  const takeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> =>
    (
      await tx
        .update(users)
        .set({ totpStep: step })
        .where(and(eq(users.id, userId), or(isNull(users.totpStep), lt(users.totpStep, step))))
        .returning({ id: users.id })
    ).length === 1

  const completeWith = (
    halfId: string,
    name: LimitName,
    kind: SessionKind,
    check: (tx: Tx, user: UserRow, half: HalfRow, now: Date) => Promise<boolean | AppError>,
  ): Promise<SignedIn> =>
    settle(async (tx) => {
      const now = clock.now()
      const half = await lockHalf(tx, halfId)
      await assertWithin(tx, name, half.userId, now)
      const user = await userOf(tx, half.userId)
      const right = await check(tx, user, half, now)
      if (right instanceof Error) throw right
      if (!right) return miss(tx, name, user, now)
      await completeHalf(tx, half, now)
      return open(tx, user, kind, now)
    })

  const pendingOf = (session: SessionRow, now: Date): string | undefined =>
    session.pendingSecret !== null && session.pendingSecretUntil !== null && session.pendingSecretUntil > now
      ? pending.open(session.pendingSecret, session.id)
      : undefined

  const backupSession = async (tx: Tx, id: string): Promise<SessionRow> => {
    const session = await lockSession(tx, id)
    if (!session) throw unauthorized()
    if (session.kind !== 'backup') {
      throw forbidden('Two-factor authentication is restored after signing in with a backup code')
    }
    return session
  }

  return {
    setup: (halfId: string): Promise<{ otpUri: string }> =>
      db.transaction(async (tx) => {
        const half = await lockHalf(tx, halfId)
        const user = await userOf(tx, half.userId)
        if (user.totpSecret !== null) throw conflict(ALREADY)
        const secret = half.pendingSecret === null ? makeSecret() : pending.open(half.pendingSecret, half.id)
        if (half.pendingSecret === null) {
          await tx
            .update(halfSessions)
            .set({ pendingSecret: pending.seal(secret, half.id) })
            .where(eq(halfSessions.id, half.id))
        }
        return { otpUri: otpUri(secret, user.email) }
      }),

    completeSetup: (halfId: string, code: string): Promise<SignedIn> =>
      completeWith(halfId, 'totp', 'setup', async (tx, user, half, now) => {
        if (user.totpSecret !== null) return conflict(ALREADY)
        if (half.pendingSecret === null) return conflict(NOT_YET)
        const secret = pending.open(half.pendingSecret, half.id)
        const step = stepOf(secret, code, now)
        if (step === undefined) return false
        const set = await tx
          .update(users)
          .set({ totpSecret: kept.seal(secret, user.id), totpStep: step })
          .where(and(eq(users.id, user.id), isNull(users.totpSecret)))
          .returning({ id: users.id })
        return set.length === 1 ? true : conflict(ALREADY)
      }),

    completeOtp: (halfId: string, code: string): Promise<SignedIn> =>
      completeWith(halfId, 'totp', 'otp', async (tx, user, _, now) => {
        if (user.totpSecret === null) return conflict(NOT_YET)
        const step = stepOf(kept.open(user.totpSecret, user.id), code, now)
        return step !== undefined && (await takeStep(tx, user.id, step))
      }),

    completeBackup: (halfId: string, code: string): Promise<SignedIn> =>
      completeWith(halfId, 'backup-code', 'backup', (tx, user, _, now) => backup.use(tx, user.id, code, now)),

    restore: (sessionId: string): Promise<{ otpUri: string }> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const session = await backupSession(tx, sessionId)
        const user = await userOf(tx, session.userId)
        const known = pendingOf(session, now)
        const secret = known ?? makeSecret()
        if (known === undefined) {
          await tx
            .update(sessions)
            .set({
              pendingSecret: pending.seal(secret, session.id),
              pendingSecretUntil: new Date(now.getTime() + PENDING_LIFE),
            })
            .where(eq(sessions.id, session.id))
        }
        return { otpUri: otpUri(secret, user.email) }
      }),

    async completeRestore(sessionId: string, code: string): Promise<SignedIn> {
      const done = await settle(async (tx) => {
        const now = clock.now()
        const session = await backupSession(tx, sessionId)
        await assertWithin(tx, 'totp', session.userId, now)
        const user = await userOf(tx, session.userId)
        const secret = pendingOf(session, now)
        if (secret === undefined) throw conflict('Start the restore again')
        const step = stepOf(secret, code, now)
        if (step === undefined) return miss(tx, 'totp', user, now)
        await tx
          .update(users)
          .set({ totpSecret: kept.seal(secret, user.id), totpStep: step })
          .where(eq(users.id, user.id))
        const rotated = await rotateSession(tx, session, 'restore', now)
        return {
          done: {
            pair: await issueTokens(tx, rotated.session, now),
            cookie: rotated.cookie,
            sessionId: session.id,
            email: user.email,
          },
        }
      })
      deps.push.drop(done.sessionId)
      sendLater(deps, authenticatorLetter(done.email, deps.env.supportEmail))
      return done
    },
  }
}
export type Factors = ReturnType<typeof makeFactors>
