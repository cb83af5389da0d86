import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** One mail for one recipient. `html` is '' when the mail has none. */
export type Mail = { id: string; to: string; subject: string; text: string; html: string; sentAt: string }
export type Mailbox = {
  smtpUrl: string
  /** Newest first; of one recipient when `to` is given. */
  list(to?: string): Mail[]
  find(id: string): Mail | undefined
  stop(): Promise<void>
}

const KEPT = 500
const MAX_BYTES = 1_048_576

/** A mail server on a free loopback port that delivers to memory and to nobody else. */
export const startMailbox = async (log: FastifyBaseLogger): Promise<Mailbox> => {
  const mails: Mail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      simpleParser(stream).then(
        ({ subject = '', text = '', html }) => {
          const sentAt = new Date().toISOString()
          for (const to of recipients)
            mails.unshift({ id: randomUUID(), to, subject, text, html: html || '', sentAt })
          mails.splice(KEPT)
          done()
        },
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', (error) => log.warn({ err: error }, 'sandbox mailbox'))
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('The sandbox mailbox got no port'))
    })
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    list: (to) => mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    find: (id) => mails.find((mail) => mail.id === id),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
