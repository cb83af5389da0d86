import type { LoginResult } from '#contract/auth.ts'
import type { Tx } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { findOrCreateUser, findUserByEmail, type UserRow } from '#server/modules/users/store.ts'
import { countWrong } from './attempt.ts'
import { createHalf } from './half.ts'
import { wrongCodesLetter } from './letters.ts'
import { type MailCodes, wrongMailCode } from './mailcode.ts'

const WARN_AT = 10

export interface FirstStep {
  result: LoginResult
  /** Value of the cookie of the half session. */
  cookie: string
}

/** The account is proved by mail or by an outside provider; what is left is the second factor. */
export const openHalf = async (
  tx: Tx,
  user: UserRow,
  identity: string | null,
  now: Date,
): Promise<FirstStep> => ({
  result: { requiredAction: user.totpSecret === null ? 'setup-2fa' : 'check-2fa', email: user.email },
  cookie: await createHalf(tx, user.id, identity, now),
})

/** Sends a mail that nobody waits for. */
export const sendLater = (
  deps: Pick<Deps, 'mail' | 'log'>,
  mail: Parameters<Deps['mail']['send']>[0],
): void => {
  deps.mail.send(mail).catch((error: unknown) => deps.log.error({ err: error }, 'A mail could not be sent'))
}

/** Counts one more wrong code of any kind; the tenth within a day is told to the account. */
export const makeWrongCodes = (deps: Pick<Deps, 'mail' | 'log' | 'env'>) => ({
  async count(tx: Tx, accountKey: string, now: Date): Promise<() => void> {
    if ((await countWrong(tx, accountKey, now)) !== WARN_AT) return () => {}
    const user = await findUserByEmail(tx, accountKey)
    return () => {
      if (user) sendLater(deps, wrongCodesLetter(user.email, deps.env.supportEmail))
    }
  },
})
export type WrongCodes = ReturnType<typeof makeWrongCodes>

export const makeSignIn = (
  deps: Pick<Deps, 'db' | 'clock'>,
  mailCodes: MailCodes,
  wrongCodes: WrongCodes,
) => ({
  start: mailCodes.send,

  async verify(id: string, code: string): Promise<FirstStep> {
    const now = deps.clock.now()
    const outcome = await deps.db.transaction(async (tx) => {
      const checked = await mailCodes.check(tx, id, code)
      if ('email' in checked) return openHalf(tx, await findOrCreateUser(tx, checked.email, now), null, now)
      return checked.wrongFor === undefined ? () => {} : wrongCodes.count(tx, checked.wrongFor, now)
    })
    if (typeof outcome !== 'function') return outcome
    outcome()
    throw wrongMailCode()
  },
})
export type SignIn = ReturnType<typeof makeSignIn>
