import { and, eq, lte } from 'drizzle-orm'
import { VERIFICATION_CODE_LENGTH } from '#contract/limit.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { signInRequests } from '#server/db/schema/auth.ts'
import type { Deps } from '#server/deps.ts'
import { providerFailed, wrongCode } from '#server/error.ts'
import { emailKey } from '#server/modules/users/email.ts'
import { assertWithin, countAttempt } from './attempt.ts'
import { codeLetter } from './letters.ts'
import { type KeyedHash, randomDigits, sameText } from './secret.ts'

const REQUEST_ID_LENGTH = 12
const LIFE = 10 * 60_000
const MAX_TRIES = 5

const WRONG = 'The code is wrong or has expired'

type RequestRow = typeof signInRequests.$inferSelect

export type Checked = { email: string } | { wrongFor: string | undefined }

/** Codes by e-mail. Nothing here asks whether the account exists, so nothing can tell. */
export const makeMailCodes = (deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>, hash: KeyedHash) => {
  const usable = (request: RequestRow | undefined, now: Date): request is RequestRow =>
    request !== undefined && request.usedAt === null && request.tries < MAX_TRIES && request.expiresAt > now

  const store = async (email: string, code: string): Promise<string> => {
    const now = deps.clock.now()
    const key = emailKey(email)
    const id = randomDigits(REQUEST_ID_LENGTH)
    await deps.db.transaction(async (tx) => {
      await assertWithin(tx, 'code-mail', key, now)
      await countAttempt(tx, 'code-mail', key, now)
      await tx.insert(signInRequests).values({
        id,
        email,
        emailKey: key,
        codeHash: hash(id, code),
        expiresAt: new Date(now.getTime() + LIFE),
      })
    })
    return id
  }

  return {
    async send(email: string, base: string): Promise<{ id: string }> {
      const code = randomDigits(VERIFICATION_CODE_LENGTH)
      const id = await store(email, code)
      try {
        await deps.mail.send(codeLetter(email, { id, code, base }))
      } catch (error) {
        deps.log.error({ err: error }, 'A sign-in mail could not be sent')
        throw providerFailed('The e-mail could not be sent. Try again later.')
      }
      return { id }
    },

    /** Right: the proved address, once. Wrong: the account that it counts against, if there is one. */
    async check(tx: Tx, id: string, code: string): Promise<Checked> {
      const now = deps.clock.now()
      await lockKey(tx, `sign-in:${id}`)
      const [request] = await tx.select().from(signInRequests).where(eq(signInRequests.id, id))
      const right = sameText(hash(id, code), request?.codeHash ?? hash(id, ''))
      if (request) await assertWithin(tx, 'mail-code', request.emailKey, now)
      if (!usable(request, now)) return { wrongFor: undefined }
      if (right) {
        await tx.update(signInRequests).set({ usedAt: now }).where(eq(signInRequests.id, id))
        return { email: request.email }
      }
      await tx
        .update(signInRequests)
        .set({ tries: request.tries + 1 })
        .where(eq(signInRequests.id, id))
      await countAttempt(tx, 'mail-code', request.emailKey, now)
      return { wrongFor: request.emailKey }
    },
  }
}
export type MailCodes = ReturnType<typeof makeMailCodes>

export const wrongMailCode = () => wrongCode(WRONG)

export const forgetOldRequests = async (db: Db, now: Date): Promise<void> => {
  await db.delete(signInRequests).where(and(lte(signInRequests.expiresAt, now)))
}
