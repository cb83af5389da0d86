import type { LoginResult } from '#contract/auth.ts'
import type { Language } from '#contract/language.ts'
import type { FirstStep as Proved } from '#server/custody/custody.ts'
import { transact } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { providerFailed } from '#server/error.ts'
import { type Writing, write } from '#server/mail/write.ts'
import { ensureUser } from '#server/modules/users/store.ts'
import { codeLetter, wrongCodesLetter } from './letters.ts'
import { answered, toldBy } from './refusal.ts'

/** Who asks, as far as limits care. */
interface Browser {
  source: string
  /** Secrets by which accounts know it. */
  devices: string[]
  /** What its user reads, as it says. */
  language: Language | undefined
}

export interface FirstStep {
  result: LoginResult
  /** Value of the cookie of the half session. */
  cookie: string
}

/** Custody decides who it is; the database follows. */
export const openHalf = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { half, userId, email, hasAuthenticator }: Proved,
): Promise<FirstStep> => {
  await transact(db, (tx) => ensureUser(tx, { id: userId, email }, clock.now()))
  return {
    result: { requiredAction: hasAuthenticator ? 'check-2fa' : 'setup-2fa', email },
    cookie: half,
  }
}

const sendNow = async (
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  writing: Writing,
  language?: Language,
): Promise<void> => {
  for (const one of await write(db, [writing], language)) await mail.send(one)
}

/** Sends a mail that nobody waits for. */
const sendLater = (deps: Pick<Deps, 'db' | 'mail' | 'log'>, writing: Writing): void => {
  sendNow(deps, writing).catch((error: unknown) => deps.log.error({ err: error }, 'A mail could not be sent'))
}

/** A code that custody checks. The tenth wrong one of any kind within a day is told to the account. */
export const checking = async <T>(
  deps: Pick<Deps, 'db' | 'mail' | 'log' | 'env'>,
  asked: Promise<T>,
): Promise<T> => {
  asked.catch((error: unknown) => {
    const told = toldBy(error)
    if (told !== undefined) sendLater(deps, wrongCodesLetter(told, deps.env.supportEmail))
  })
  return answered(asked)
}

/** Sign-in by a mailed code. Nothing here asks whether the account exists, so nothing can tell. */
export const makeSignIn = (deps: Pick<Deps, 'db' | 'clock' | 'custody' | 'mail' | 'log' | 'env'>) => ({
  async start(email: string, base: string, { source, devices, language }: Browser): Promise<{ id: string }> {
    const { id, code, browser } = await answered(deps.custody.startSignIn({ email, source, devices }))
    try {
      await sendNow(deps, codeLetter(email, { id, code, browser, base }), language)
    } catch (error) {
      deps.log.error({ err: error }, 'A sign-in mail could not be sent')
      throw providerFailed('The e-mail could not be sent. Try again later.')
    }
    return { id }
  },

  admit: (token: string): Promise<{ email: string }> => answered(deps.custody.admitBrowser({ token })),

  verify: async (id: string, code: string, devices: string[]): Promise<FirstStep> =>
    openHalf(deps, await checking(deps, deps.custody.verifySignIn({ id, code, devices }))),
})
export type SignIn = ReturnType<typeof makeSignIn>
