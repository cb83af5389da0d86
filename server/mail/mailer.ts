import { createTransport } from 'nodemailer'

export interface Mail {
  /** Names the mail, so that it may be sent again without arriving twice. */
  id?: string
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Milliseconds of silence; far less than the outbox waits before it sends a mail again. */
const PATIENCE_MS = 15_000

/** Sends by SMTP; gives up on a silent server, so that nobody waits for a sign-in without an answer. */
export const makeMailer = (options: { smtpUrl: string; from: string }): Mailer => {
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost'
  const transport = createTransport(
    {
      url: options.smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    },
    { from: options.from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ ...mail, ...(id !== undefined && { messageId: `<${id}@${domain}>` }) })
    },
  }
}
