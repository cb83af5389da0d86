import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mailer.ts'

export const shortId = (requestId: string): string => requestId.replace(/\D/g, '').slice(0, 2)

export const codeLetter = (to: string, content: { id: string; code: string; base: string }): Mail => {
  const short = shortId(content.id)
  // A fragment stays in the browser: no server and no log sees the code.
  const link = `${content.base}/verify?id=${content.id}#code=${content.code}`
  return {
    to,
    subject: `Your Countersign code #${short}`,
    ...letter({
      title: `Enter Code #${short}`,
      paragraphs: [
        'Use this code to sign in. It works once, for 10 minutes.',
        `Enter it only on the page that shows #${short} and that you opened yourself.`,
      ],
      code: content.code,
      action: { label: 'Continue', link },
      footer: 'You did not ask for this code? Ignore this mail: nobody can sign in without it.',
    }),
  }
}

const contact = (support: string | undefined) =>
  support === undefined ? '' : ` Write to ${support} for help.`

export const wrongCodesLetter = (to: string, support: string | undefined): Mail => ({
  to,
  subject: 'Wrong codes for your Countersign account',
  ...letter({
    title: 'Somebody tried to sign in',
    paragraphs: [
      'Ten wrong codes were entered for your account within a day. Further tries have to wait.',
      'If this was not you, make sure that nobody else reads your mail.',
    ],
    footer: `Nobody was signed in by these tries.${contact(support)}`,
  }),
})

export const authenticatorLetter = (to: string, support: string | undefined): Mail => ({
  to,
  subject: 'Your Countersign authenticator was replaced',
  ...letter({
    title: 'Your authenticator was replaced',
    paragraphs: [
      'A backup code was used to set up a new authenticator for your account. The old one no longer works.',
      'If this was not you, sign in with a backup code and choose Sign out on all devices.',
    ],
    footer: `You get this mail whenever your second factor changes.${contact(support)}`,
  }),
})
