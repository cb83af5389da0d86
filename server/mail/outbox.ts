import { randomUUID } from 'node:crypto'
import { eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import { letters } from '#server/db/schema/guardian.ts'
import type { Clock } from '#server/deps.ts'
import type { Mailer } from './mailer.ts'
import { type Writing, write } from './write.ts'

const MINUTE = 60_000
const PATIENCE_MS = 5_000
/** After so long a mail would say nothing new. */
const LIFE_MS = 3 * 24 * 60 * MINUTE

export interface OutboxDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  mail: Mailer
}

/** Mails of committed changes: written down with the change, sent after it, again until the mail server takes them. */
export const makeOutbox = ({ db, clock, log, mail }: OutboxDeps) => {
  const claim = () => {
    const now = clock.now()
    return db
      .update(letters)
      .set({ tryAt: new Date(now.getTime() + MINUTE) })
      .where(lte(letters.tryAt, now))
      .returning()
  }

  const send = async (letter: typeof letters.$inferSelect): Promise<void> => {
    const { id, recipient: to, subject, text, html, createdAt } = letter
    try {
      // Sent twice, after a crash in between, it is the same mail: mailboxes show it once.
      await mail.send({ id, to, subject, text, html })
    } catch (error) {
      if (clock.now().getTime() - createdAt.getTime() < LIFE_MS) {
        log.warn({ err: error, subject }, 'A mail could not be sent yet')
        return
      }
      log.error({ err: error, subject }, 'A mail could not be sent for three days and is given up')
    }
    await db.delete(letters).where(eq(letters.id, id))
  }

  /** Sends whatever is due. Never rejects: what is left is sent by the next call. */
  const flush = async (): Promise<void> => {
    try {
      await Promise.all((await claim()).map(send))
    } catch (error) {
      log.error({ err: error }, 'The outbox could not be read')
    }
  }

  return {
    async add(on: Db, writings: readonly Writing[]): Promise<void> {
      if (writings.length === 0) return
      const now = clock.now()
      const rows = (await write(on, writings)).map(({ to, ...mail }) => ({
        id: randomUUID(),
        recipient: to,
        ...mail,
        createdAt: now,
        tryAt: now,
      }))
      await on.insert(letters).values(rows)
    },

    flush,

    /** After the change is committed; whoever made it does not wait. */
    sendNow: (): void => void flush(),

    /** Sends whatever is due, but lets nobody wait for a slow mail server. */
    async sendSoon(): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS)
      })
      await Promise.race([flush(), patience])
      clearTimeout(timer)
    },
  }
}

export type Outbox = ReturnType<typeof makeOutbox>
