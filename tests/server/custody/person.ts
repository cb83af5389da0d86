import { totp } from '../harness/user.ts'
import type { Bench } from './fixture.ts'

export const EMAIL = 'owner@example.com'

/** The first step of a sign-in, by a mailed code. */
export const prove = async ({ custody }: Bench, email = EMAIL) => {
  const { id, code } = await custody.startSignIn({ email })
  return custody.verifySignIn({ id, code })
}
export const secretOf = (uri: string) => new URL(uri).searchParams.get('secret') ?? ''
export const codeOf = ({ clock }: Bench, secret: string) => totp(secret, clock.now())

/** A first sign-in to its end; answers the secret of the authenticator and the session. */
export const enter = async (made: Bench, email = EMAIL) => {
  const { half } = await prove(made, email)
  const secret = secretOf((await made.custody.setupAuthenticator({ half })).otpUri)
  return { secret, ...(await made.custody.completeSetup({ half, code: codeOf(made, secret) })) }
}
