import type { AuthPair } from '#contract/auth.ts'
import type { Grant } from '#server/custody/custody.ts'
import type { Deps } from '#server/deps.ts'
import { authenticatorLetter } from './letters.ts'
import { answered } from './refusal.ts'
import { issueTokens, storeSession } from './session.ts'
import { checking, sendLater } from './signin.ts'

export interface SignedIn {
  pair: AuthPair
  /** Value of the session's cookie. */
  cookie: string
  sessionId: string
  /** For the cookie by which the account knows this browser. */
  device: string | undefined
}

/** Second factors: custody checks them and begins the session, whose row is kept here. */
export const makeFactors = (deps: Deps) => {
  const { db, clock, custody } = deps

  const enter = ({ cookie, session, device }: Grant): Promise<SignedIn> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const row = await storeSession(tx, session, now)
      return { pair: await issueTokens(tx, row, now), cookie, sessionId: row.id, device }
    })

  return {
    setup: (half: string) => answered(custody.setupAuthenticator({ half })),
    completeSetup: async (half: string, code: string, devices: string[]): Promise<SignedIn> =>
      enter(await checking(deps, custody.completeSetup({ half, code, devices }))),
    completeOtp: async (half: string, code: string, devices: string[]): Promise<SignedIn> =>
      enter(await checking(deps, custody.completeOtp({ half, code, devices }))),
    completeBackup: async (half: string, code: string, devices: string[]): Promise<SignedIn> =>
      enter(await checking(deps, custody.completeBackup({ half, code, devices }))),

    restore: (grant: string) => answered(custody.restoreAuthenticator({ grant })),
    async completeRestore(grant: string, code: string): Promise<SignedIn> {
      const restored = await checking(deps, custody.completeRestore({ grant, code }))
      const done = await enter(restored)
      deps.push.drop(done.sessionId)
      sendLater(deps, authenticatorLetter(restored.session.email, deps.env.supportEmail))
      return done
    },
  }
}
export type Factors = ReturnType<typeof makeFactors>
