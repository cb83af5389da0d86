import { TOTP } from 'otpauth'
import { secret as noted } from './logs.ts'

const PERIOD = 30_000
const TYPING = 15_000

/** A person's authenticator app: never gives the same 30-second step twice, as the server refuses that. */
export const makeAuthenticator = (secret: string) => {
  const totp = new TOTP({ secret: noted(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  let last = 0
  return {
    code: (): string => {
      const now = Math.floor(Date.now() / PERIOD)
      // The step before is good for this one's rest only, so it is taken where there is time to type it.
      const first = PERIOD - (Date.now() % PERIOD) > TYPING ? now - 1 : now
      const step = Math.max(first, last + 1)
      if (step > now + 1) throw new Error('Every step that the server accepts now is used.')
      last = step
      return noted(totp.generate({ timestamp: step * PERIOD }))
    },
  }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>
