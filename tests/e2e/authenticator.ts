import { TOTP } from 'otpauth'

/** A person's authenticator app: never gives the same 30-second step twice, as the server refuses that. */
export const makeAuthenticator = (secret: string) => {
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 })
  let last = 0
  return {
    code: (): string => {
      const now = Math.floor(Date.now() / 30_000)
      const step = Math.max(now - 1, last + 1)
      if (step > now + 1) throw new Error('Every step that the server accepts now is used.')
      last = step
      return totp.generate({ timestamp: step * 30_000 })
    },
  }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>
