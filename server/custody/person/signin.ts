import { randomUUID } from 'node:crypto'
import { VERIFICATION_CODE_LENGTH } from '#contract/limit.ts'
import { emailKey } from '#domain/email.ts'
import { recordId } from '#server/custody/disk/records.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { hashToken, randomDigits, randomToken, sameText } from '#server/secret.ts'
import { admission, admitted, budgetOf } from './device.ts'
import { countTry, countWrong, tooMany, waitFor } from './limit.ts'
import type { Account, Half, MailedCode, People } from './people.ts'
import { hasAuthenticator } from './state.ts'

const REQUEST_ID_LENGTH = 12
const CODE_LIFE = 10 * 60_000
const MAX_TRIES = 5
const SLOW = 10_000
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

/** A browser that the account doesn't know. Strangers may use up its mails, so the refusal says what helps. */
const countUnknown = async (people: People, key: string, source: string, now: number): Promise<void> => {
  const wait = Math.max(
    waitFor(people, 'source-mail', `${source} ${key}`, now),
    waitFor(people, 'address-mail', key, now),
  )
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60_000)
    throw tooMany(
      wait,
      `Too many codes were sent to this address. Open the second link of one of these mails in this browser, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    )
  }
  await countTry(people, 'source-mail', `${source} ${key}`, now)
  await countTry(people, 'address-mail', key, now)
}

/**
 * Makes a code for an address, known or not, and the secret of a link that admits the browser which opens it. Only the
 * caller who mails both sees them. Throws 'TooMany'.
 */
export const startSignIn = (
  people: People,
  { email, source, devices }: Input<'startSignIn'>,
): Promise<{ id: string; code: string; browser: string }> => {
  const key = emailKey(email)
  return people.alone(`address ${key}`, async () => {
    const now = people.now()
    const device = budgetOf(people, 'device-mail', devices, key, now)
    if (device) await countTry(people, 'device-mail', device, now)
    else await countUnknown(people, key, source, now)
    const [id, code] = [randomDigits(REQUEST_ID_LENGTH), randomDigits(VERIFICATION_CODE_LENGTH)]
    await people.codes.set(id, {
      email: email.trim(),
      emailKey: key,
      code,
      tries: 0,
      used: false,
      expiresAt: now + CODE_LIFE,
    })
    return { id, code, browser: await admission(people, email.trim(), key) }
  })
}

/** Throws 'WrongCode' when the link of a mail is too old, or is none. */
export const admitBrowser = async (
  people: People,
  { token }: Input<'admitBrowser'>,
): Promise<{ email: string }> => {
  const found = admitted(people, token)
  if (!found) throw wrong('This link is no longer valid', undefined)
  return found
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

interface Proof {
  identity?: string
  /** The request whose mailed code it was. */
  request?: string
}

const openHalf = (people: People, account: Account, { identity, request }: Proof): Promise<FirstStep> =>
  people.inTurn(account.userId, async (turn) => {
    const { state, now } = turn
    if (request !== undefined && state.pinned) {
      // The code's own record says the same, unless an older one was put back.
      if (state.taken.includes(request)) throw wrong(WRONG, undefined)
      await turn.append({ type: 'mail-code-used', data: { id: request } })
    }
    const half = randomToken()
    await people.halves.set(hashToken(half), {
      userId: account.userId,
      ...(identity && { identity }),
      expiresAt: now + HALF_LIFE,
    })
    const { userId, email } = account
    return { half, userId, email, hasAuthenticator: hasAuthenticator(state, now) }
  })

/**
 * From the thousandth wrong code of a day on, tries of one code are ten seconds apart. That holds for each code by
 * itself, so that nobody waits for a stranger's tries: codes are scarce (20 an hour), and all together stay below one
 * try in ten seconds.
 */
const assertSlow = (people: People, { emailKey: key, triedAt = 0 }: MailedCode, now: number): void => {
  const wait = triedAt + SLOW - now
  if (wait > 0 && waitFor(people, 'address-code', key, now) > 0) throw tooMany(wait)
}

/** Takes a mailed code, once. Throws 'WrongCode' or 'TooMany'. */
export const verifySignIn = async (
  people: People,
  { id, code, devices }: Input<'verifySignIn'>,
): Promise<FirstStep> => {
  const address = people.codes.find(id)?.emailKey
  if (address === undefined) throw wrong(WRONG, undefined)
  const email = await people.alone(`address ${address}`, async () => {
    const now = people.now()
    const request = people.codes.find(id)
    if (!request || request.used || request.tries >= MAX_TRIES || request.expiresAt <= now)
      throw wrong(WRONG, undefined)
    const device = budgetOf(people, 'device-code', devices, address, now)
    if (!device) assertSlow(people, request, now)
    if (sameText(request.code, code)) {
      await people.codes.set(id, { ...request, used: true })
      return request.email
    }
    await people.codes.set(id, { ...request, tries: request.tries + 1, triedAt: now })
    await (device
      ? countTry(people, 'device-code', device, now)
      : countTry(people, 'address-code', address, now))
    const isTold = await countWrong(people, address, now)
    throw wrong(WRONG, isTold ? people.accounts.find(recordId(address))?.email : undefined)
  })
  return openHalf(people, await accountFor(people, email), { request: id })
}

/** An outside provider proved the address. Once linked, the outside account decides whose it is. */
export const identify = async (
  people: People,
  { identity, email }: Input<'identify'>,
): Promise<FirstStep> => {
  const linked = people.identities.find(recordId(identity))
  const account = linked && people.accountOf(linked.userId)
  if (account) return openHalf(people, account, {})
  return openHalf(people, await accountFor(people, email.trim()), { identity })
}

/** The half session behind a cookie. Throws 'SignedOut'. */
export const findHalf = (people: People, cookie: string): Half & { hash: string } => {
  const hash = hashToken(cookie)
  const half = people.halves.find(hash)
  if (!half || half.expiresAt <= people.now()) throw new CustodyRefusal('SignedOut', 'Sign in first')
  return { ...half, hash }
}

/** Whoever proved the address but gave no second factor yet has to begin again. */
export const endHalves = async (people: People, userId: string): Promise<void> => {
  for (const [hash, half] of people.halves.all()) if (half.userId === userId) await people.halves.remove(hash)
}
