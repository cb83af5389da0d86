import { Secret, TOTP } from 'otpauth'
import type { AuthPair } from '#contract/auth.ts'
import {
  completeOtp,
  completeSetup,
  setupTwoFactor,
  signIn as signInCall,
  verifySignIn,
} from '#contract/endpoints/auth.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { Client } from './client.ts'
import type { TestClock } from './clock.ts'

const STEP = 30_000

interface Place {
  url: string
  origin?: string
  clock: TestClock
  mails(to?: string): { to: string; text: string; subject: string; html: string }[]
}

export interface SignedInClient extends Client {
  id: string
  email: string
  pair: AuthPair
}

export const secretOf = (otpUri: string): string => new URL(otpUri).searchParams.get('secret') ?? ''

export const totp = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** People and their phones, as far as a server test needs them. */
export const makeUsers = (place: Place) => {
  const phones = new Map<string, { secret: string; lastStep: number }>()

  const codeFor = (email: string, id: string): string => {
    const mail = place.mails(email).find(({ text }) => text.includes(`id=${id}`))
    const code = /code=(\d{6})/.exec(mail?.text ?? '')?.[1]
    if (code === undefined) throw new Error(`No code was mailed to ${email} for ${id}`)
    return code
  }

  /** A code that was not used yet: time goes on when the phone has shown no new one. */
  const authenticatorCode = (email: string): string => {
    const phone = phones.get(email)
    if (!phone) throw new Error(`${email} has no authenticator`)
    const stepNow = () => Math.floor(place.clock.now().getTime() / STEP)
    if (stepNow() <= phone.lastStep) place.clock.advance((phone.lastStep + 1 - stepNow()) * STEP)
    phone.lastStep = stepNow()
    return totp(phone.secret, place.clock.now())
  }

  const keepSecret = (email: string, otpUri: string) => {
    phones.set(email, { secret: secretOf(otpUri), lastStep: 0 })
  }

  /** Only the code of the mail: the second factor is still open. */
  const halfSignIn = async (email: string, client = new Client(place.url, place.origin)) => {
    const { id } = await client.ok(signInCall, { body: { email } })
    const { requiredAction } = await client.ok(verifySignIn, { body: { id, code: codeFor(email, id) } })
    return { client, requiredAction }
  }

  const signIn = async (email: string): Promise<SignedInClient> => {
    const { client, requiredAction } = await halfSignIn(email)
    let pair: AuthPair
    if (requiredAction === 'setup-2fa') {
      keepSecret(email, (await client.ok(setupTwoFactor, { body: {} })).otpUri)
      pair = await client.ok(completeSetup, { body: { code: authenticatorCode(email) } })
    } else {
      pair = await client.ok(completeOtp, { body: { code: authenticatorCode(email) } })
    }
    const { id } = await client.ok(getMyUser, {})
    return Object.assign(client, { id, email, pair })
  }

  return { codeFor, authenticatorCode, keepSecret, halfSignIn, signIn }
}
