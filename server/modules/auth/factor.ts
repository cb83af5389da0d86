import type { AuthPair } from '#contract/auth.ts'
import type { Agent, Grant } from '#server/custody/custody.ts'
import { transact } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { Writing } from '#server/mail/write.ts'
import type { Ends } from './ends.ts'
import { authenticatorLetter, frozenLetter, liftedLetter, signedInLetter } from './letters.ts'
import { answered } from './refusal.ts'
import { issueTokens, storeSession } from './session.ts'
import { checking } from './signin.ts'

export interface SignedIn {
  pair: AuthPair
  /** Value of the session's cookie. */
  cookie: string
  sessionId: string
  /** For the cookie by which the account knows this browser. */
  device: string | undefined
}

/** A second factor, from whom, and with what browser. */
export interface Given {
  half: string
  code: string
  devices: string[]
  agent: Agent | undefined
}

/** Second factors: custody checks them and begins the session, whose row is kept here. */
export const makeFactors = (deps: Deps, outbox: Outbox, ends: Ends, linkBase: () => string) => {
  const { db, clock, custody, env } = deps

  /** Without its row a session is of no use to anybody, so the mails are written down with it. */
  const enter = async ({ cookie, session, device }: Grant, mails: Writing[] = []): Promise<SignedIn> => {
    const signedIn = await transact(db, async (tx) => {
      const now = clock.now()
      const row = await storeSession(tx, session, now)
      await outbox.add(tx, mails)
      return { pair: await issueTokens(tx, row, now), cookie, sessionId: row.id, device }
    })
    if (mails.length > 0) outbox.sendNow()
    return signedIn
  }

  const mailNow = async (mails: Writing[]): Promise<void> => {
    await outbox.add(db, mails)
    outbox.sendNow()
  }

  const news = ({ freeze }: Grant) => {
    const now = clock.now().getTime()
    const hold = env.policyDelaySeconds * 1000
    return {
      at: new Date(now).toISOString(),
      heldUntil: hold > 0 ? new Date(now + hold).toISOString() : undefined,
      support: env.supportEmail,
      // A fragment stays in the browser: no server and no log sees the secret.
      freeze: freeze === undefined ? undefined : `${linkBase()}/freeze#code=${freeze}`,
    }
  }

  /** Tells the owner of a sign-in that is out of the ordinary. */
  const told = (grant: Grant): Writing[] => {
    const { session, device } = grant
    const isNew = device !== undefined
    const isBackup = session.kind === 'backup'
    if (!isNew && !isBackup) return []
    return [signedInLetter(session.email, { isNew, isBackup, ...news(grant) })]
  }
  const enterTold = (grant: Grant) => enter(grant, told(grant))

  return {
    setup: (half: string) => answered(custody.setupAuthenticator({ half })),
    async completeSetup({ half, code, devices, agent }: Given): Promise<SignedIn> {
      const { ids, ...grant } = await checking(deps, custody.completeSetup({ half, code, devices, agent }))
      const { email, kind } = grant.session
      const mails = kind === 'restore' ? [authenticatorLetter(email, news(grant), 'operator')] : []
      const done = await enter(grant, mails)
      if (ids.length > 0) await ends.ended(ids)
      return done
    },
    completeOtp: async (given: Given): Promise<SignedIn> =>
      enterTold(await checking(deps, custody.completeOtp(given))),
    completeBackup: async (given: Given): Promise<SignedIn> =>
      enterTold(await checking(deps, custody.completeBackup(given))),

    stepUp: (grant: string, code: string) => checking(deps, custody.stepUp({ grant, code })),

    restore: (grant: string) => answered(custody.restoreAuthenticator({ grant })),
    async completeRestore(grant: string, code: string, devices: string[]): Promise<SignedIn> {
      const restored = await checking(deps, custody.completeRestore({ grant, code, devices }))
      const done = await enter(restored, [
        authenticatorLetter(restored.session.email, news(restored), 'backup-code'),
      ])
      await ends.ended(restored.ids)
      deps.push.drop(done.sessionId)
      return done
    },

    async refuseRecovery(grant: string): Promise<void> {
      await answered(custody.refuseRecovery({ grant }))
    },

    async freeze(link: string): Promise<{ isRestored: boolean; goesOn?: string }> {
      const { email, isRestored, isNew, goesOn } = await answered(custody.freezeAccount({ link }))
      if (isNew) await mailNow([frozenLetter(email, env.supportEmail)])
      return { isRestored, ...(goesOn !== undefined && { goesOn }) }
    },
    async undo(link: string, code: string): Promise<void> {
      const { email, isRestored, ids } = await checking(deps, custody.undoRestore({ link, code }))
      await ends.ended(ids)
      await mailNow([liftedLetter(email, isRestored, env.supportEmail)])
    },
  }
}
export type Factors = ReturnType<typeof makeFactors>
