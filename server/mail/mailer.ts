import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends by SMTP; gives up on a silent server, so that nobody waits for a sign-in without an answer. */
export const makeMailer = (options: { smtpUrl: string; from: string }): Mailer => {
  const transport = createTransport(options.smtpUrl, {
    from: options.from,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
  }
}
