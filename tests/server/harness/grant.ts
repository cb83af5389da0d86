import type { Custody, Grant } from '#server/custody/custody.ts'
import { secretOf, totp } from './user.ts'

/** Base32. Whoever signs in at custody itself has this one authenticator. */
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

interface Around {
  custody: Pick<
    Custody,
    'importOpen' | 'importPerson' | 'identify' | 'setupAuthenticator' | 'completeSetup' | 'completeOtp'
  >
  clock: { now(): Date }
}

/**
 * Signs somebody in at custody itself, with both factors. `userId` is whom he is there for the first time; without it
 * custody names him. Another sign-in needs a code that was not used: half a minute later.
 */
export const grantOf = async (
  { custody, clock }: Around,
  email: string,
  userId?: string,
): Promise<Grant & { secret: string }> => {
  if (userId !== undefined && (await custody.importOpen({}))) {
    const authenticator = { secret: SECRET, step: 0 }
    await custody.importPerson({ userId, email, authenticator, codes: [], identities: [] })
  }
  const { half, hasAuthenticator } = await custody.identify({ identity: `https://test ${email}`, email })
  if (hasAuthenticator) {
    const grant = await custody.completeOtp({ half, code: totp(SECRET, clock.now()) })
    return { ...grant, secret: SECRET }
  }
  const secret = secretOf((await custody.setupAuthenticator({ half })).otpUri)
  return { ...(await custody.completeSetup({ half, code: totp(secret, clock.now()) })), secret }
}
