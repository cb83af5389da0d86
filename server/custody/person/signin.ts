import { randomUUID } from 'node:crypto'
import { VERIFICATION_CODE_LENGTH } from '#contract/limit.ts'
import { emailKey } from '#domain/email.ts'
import { recordId } from '#server/custody/disk/records.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { hashToken, randomDigits, randomToken, sameText } from '#server/secret.ts'
import { assertWithin, countTry, countWrong } from './limit.ts'
import type { Account, Half, People } from './people.ts'

const REQUEST_ID_LENGTH = 12
const CODE_LIFE = 10 * 60_000
const MAX_TRIES = 5
export const HALF_LIFE = 15 * 60_000

/** The account is proved by mail or by an outside provider; what is left is the second factor. */
export interface FirstStep {
  /** Value of the half session's cookie. */
  half: string
  userId: string
  email: string
  hasAuthenticator: boolean
}

export const wrong = (message: string, tell: string | undefined): CustodyRefusal =>
  new CustodyRefusal('WrongCode', message, tell === undefined ? {} : { tell })

const WRONG = 'The code is wrong or has expired'

/**
 * Makes a code for an address, known or not. Only the caller who mails it sees it. Throws 'TooMany'.
 */
export const startSignIn = (
  people: People,
  { email }: Input<'startSignIn'>,
): Promise<{ id: string; code: string }> => {
  const key = emailKey(email)
  return people.alone(`address ${key}`, async () => {
    const now = people.now()
    assertWithin(people, 'code-mail', key, now)
    await countTry(people, 'code-mail', key, now)
    const [id, code] = [randomDigits(REQUEST_ID_LENGTH), randomDigits(VERIFICATION_CODE_LENGTH)]
    await people.codes.set(id, {
      email: email.trim(),
      emailKey: key,
      code,
      tries: 0,
      used: false,
      expiresAt: now + CODE_LIFE,
    })
    return { id, code }
  })
}

/** Whom an address belongs to. The first proof of it decides that for ever. */
const accountFor = (people: People, email: string): Promise<Account> => {
  const id = recordId(emailKey(email))
  return people.alone(`account ${id}`, async () => {
    const known = people.accounts.find(id)
    if (known) return known
    const account = { userId: randomUUID(), email, emailKey: emailKey(email), begun: false }
    await people.accounts.set(id, account)
    return account
  })
}

const openHalf = (people: People, account: Account, identity: string | undefined): Promise<FirstStep> =>
  people.inTurn(account.userId, async ({ state, now }) => {
    const half = randomToken()
    await people.halves.set(hashToken(half), {
      userId: account.userId,
      ...(identity && { identity }),
      expiresAt: now + HALF_LIFE,
    })
    const { userId, email } = account
    return { half, userId, email, hasAuthenticator: state.secret !== undefined }
  })

/** Takes a mailed code, once. Throws 'WrongCode' or 'TooMany'. */
export const verifySignIn = async (
  people: People,
  { id, code }: Input<'verifySignIn'>,
): Promise<FirstStep> => {
  const address = people.codes.find(id)?.emailKey
  if (address === undefined) throw wrong(WRONG, undefined)
  const email = await people.alone(`address ${address}`, async () => {
    const now = people.now()
    const request = people.codes.find(id)
    assertWithin(people, 'mail-code', address, now)
    if (!request || request.used || request.tries >= MAX_TRIES || request.expiresAt <= now)
      throw wrong(WRONG, undefined)
    if (sameText(request.code, code)) {
      await people.codes.set(id, { ...request, used: true })
      return request.email
    }
    await people.codes.set(id, { ...request, tries: request.tries + 1 })
    await countTry(people, 'mail-code', address, now)
    const isTold = await countWrong(people, address, now)
    throw wrong(WRONG, isTold ? people.accounts.find(recordId(address))?.email : undefined)
  })
  return openHalf(people, await accountFor(people, email), undefined)
}

/** An outside provider proved the address. Once linked, the outside account decides whose it is. */
export const identify = async (
  people: People,
  { identity, email }: Input<'identify'>,
): Promise<FirstStep> => {
  const linked = people.identities.find(recordId(identity))
  const account = linked && people.accountOf(linked.userId)
  if (account) return openHalf(people, account, undefined)
  return openHalf(people, await accountFor(people, email.trim()), identity)
}

/** The half session behind a cookie. Throws 'SignedOut'. */
export const findHalf = (people: People, cookie: string): Half & { hash: string } => {
  const hash = hashToken(cookie)
  const half = people.halves.find(hash)
  if (!half || half.expiresAt <= people.now()) throw new CustodyRefusal('SignedOut', 'Sign in first')
  return { ...half, hash }
}
