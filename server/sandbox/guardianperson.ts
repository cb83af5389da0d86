import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { completeOtp, completeSetup, setupTwoFactor, signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { createWallet, listWallets } from '#contract/endpoints/wallet.ts'
import type { Wallet } from '#contract/wallet.ts'
import { otpSecret } from '#domain/otpuri.ts'
import { AppError, providerFailed } from '#server/error.ts'
import { makeVisitor, type Place, type Visitor } from './guardianvisitor.ts'
import type { Mailbox } from './mailbox.ts'

const STEP_MS = 30_000
const POLL_MS = 50
const PATIENCE_MS = 15_000

export type Account = { email: string; secret: string }
export type Person = Account & { visit: Visitor; wallet: Wallet }
export type Around = { place(): Place; mailbox: Pick<Mailbox, 'list'>; now(): number }

/** Asks again and again until there is something. */
const eventually = async <T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (Date.now() > until) throw providerFailed(`${what} did not come within ${PATIENCE_MS / 1000} seconds`)
    await wait(POLL_MS)
  }
}

const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** A code may be used once only, so after a quick return the next one is due. */
const enterCode = async (visit: Visitor, secret: string, now: number): Promise<void> => {
  try {
    await visit(completeOtp, { body: { code: codeAt(secret, now) } })
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'InvalidCodeError')) throw error
    await visit(completeOtp, { body: { code: codeAt(secret, now + STEP_MS) } })
  }
}

const walletOf = async (visit: Visitor): Promise<Wallet> => {
  const all = async () => (await visit(listWallets, { query: {} })).items
  if ((await all()).length === 0) await visit(createWallet, { body: { name: 'Demo Guardian' } })
  return eventually('The wallet', async () => (await all()).find(({ status }) => status === 'active'))
}

/** Signs in as anybody does: the code of the mail, then the authenticator's, which is set up the first time. */
export const enter = async (
  { place, mailbox, now }: Around,
  email: string,
  known?: string,
): Promise<Person> => {
  const visit = makeVisitor(place())
  const { id } = await visit(signIn, { body: { email } })
  const code = await eventually('The code', () => {
    const mail = mailbox.list(email).find(({ text }) => text.includes(`id=${id}`))
    return /code=(\d{6})/.exec(mail?.text ?? '')?.[1]
  })
  const { requiredAction } = await visit(verifySignIn, { body: { id, code } })
  let secret = known
  if (requiredAction === 'setup-2fa') {
    secret = otpSecret((await visit(setupTwoFactor, { body: {} })).otpUri) ?? ''
    await visit(completeSetup, { body: { code: codeAt(secret, now()) } })
  } else {
    if (!secret) throw providerFailed(`The authenticator of ${email} is lost`)
    await enterCode(visit, secret, now())
  }
  return { email, secret, visit, wallet: await walletOf(visit) }
}
