import { letter, minute } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mailer.ts'

export const shortId = (requestId: string): string => requestId.replace(/\D/g, '').slice(0, 2)

interface CodeContent {
  id: string
  code: string
  /** Secret of the link that admits a browser. */
  browser: string
  base: string
}

export const codeLetter = (to: string, content: CodeContent): Mail => {
  const short = shortId(content.id)
  // A fragment stays in the browser: no server and no log sees the code.
  const page = `${content.base}/verify?id=${content.id}`
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
      action: { label: 'Continue', link: `${page}#code=${content.code}` },
      aside: {
        label: 'Told that too many codes were sent? Open this link in the browser that you want to use',
        link: `${page}#browser=${content.browser}`,
      },
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
      'Ten wrong codes were entered for your account within a day. Further tries are slowed down. You can still sign in.',
      'If this was not you, make sure that nobody else reads your mail.',
    ],
    footer: `Nobody was signed in by these tries.${contact(support)}`,
  }),
})

interface SignInNews {
  /** From a browser that the account did not know. */
  isNew: boolean
  isBackup: boolean
  /** ISO. */
  at: string
  /** Until then (ISO) what began with a backup code sends and approves nothing. */
  heldUntil: string | undefined
  support: string | undefined
  /** Link that freezes the account, for what began with a backup code. */
  freeze?: string | undefined
}

const freezing = (link: string | undefined) =>
  link === undefined ? {} : { action: { label: 'Not Me: Freeze My Account', link } }

const waits = (heldUntil: string | undefined, who: string) =>
  heldUntil === undefined ? [] : [`${who} sends and approves nothing before ${minute(heldUntil)}.`]

export const signedInLetter = (
  to: string,
  { isNew, isBackup, at, heldUntil, support, freeze }: SignInNews,
): Mail => {
  const how = [
    ...(isBackup ? ['with a backup code'] : []),
    ...(isNew ? ['from a browser that your account did not know'] : []),
  ].join(' ')
  return {
    to,
    subject: isBackup ? 'Sign-in with a backup code' : 'Sign-in from a new browser',
    ...letter({
      title: isBackup ? 'A backup code was used' : 'You signed in from a new browser',
      paragraphs: [
        `Somebody signed in to your Countersign account ${how}, on ${minute(at)}.`,
        ...(isBackup ? ['That backup code works no more.', ...waits(heldUntil, 'This session')] : []),
        freeze === undefined
          ? 'If this was not you, sign in, choose Sign out on all devices in the account menu, and make sure that nobody else reads your mail.'
          : 'If this was not you, freeze your account: nothing is sent or approved until you enter a code of your authenticator on the same page, which ends every session. Make sure that nobody else reads your mail.',
      ],
      ...freezing(freeze),
      footer: `If this was you, there is nothing to do.${contact(support)}`,
    }),
  }
}

export const authenticatorLetter = (
  to: string,
  { heldUntil, support, freeze }: Pick<SignInNews, 'heldUntil' | 'support' | 'freeze'>,
  by: 'backup-code' | 'operator',
): Mail => ({
  to,
  subject: 'Your Countersign authenticator was replaced',
  ...letter({
    title: 'Your authenticator was replaced',
    paragraphs: [
      by === 'operator'
        ? 'A new authenticator was set up for your account, seven days after the mail about it. The old one and all backup codes of before no longer work, and every other session has ended.'
        : 'A backup code was used to set up a new authenticator for your account. The old one no longer works, and every other session has ended.',
      ...waits(heldUntil, 'Your account'),
      'If this was not you, freeze your account, and enter a code of your old authenticator on the same page: it works there for 30 days, takes its place again and ends every session. What you send and approve then waits as long as after this change.',
    ],
    ...freezing(freeze),
    footer: `You get this mail whenever your second factor changes.${contact(support)}`,
  }),
})

export const frozenLetter = (to: string, support: string | undefined): Mail => ({
  to,
  subject: 'Your Countersign account is frozen',
  ...letter({
    title: 'Your account is frozen',
    paragraphs: [
      'The link of a mail was used to freeze your account. It sends and approves nothing now, and what was not signed yet is not sent.',
      'To lift it, open that link again and enter a code of your authenticator. Where it was replaced, that is the old one, and what you send and approve then waits as long as after a restore.',
    ],
    footer: `You no longer have it? An operator can lift this after seven days.${contact(support)}`,
  }),
})

/** Nobody who has lost both factors has another way back; whoever has not stops it. Times are ISO. */
export const recoveryLetter = (
  to: string,
  {
    from,
    freeze,
    page,
    isGuarded,
    support,
  }: { from: string; freeze: string; page: string; isGuarded: boolean; support: string | undefined },
): Mail => ({
  to,
  subject: 'Somebody says that you lost your authenticator',
  ...letter({
    title: 'A new authenticator was asked for',
    paragraphs: [
      `Somebody told us that your authenticator and all your backup codes are lost. After ${minute(from)}${isGuarded ? ', and once every guardian of your wallets has agreed,' : ''} a new authenticator can be set up with a code from your mail.`,
      'If this was not you, stop it: freeze your account, sign in with your authenticator, or open the other link of this mail where you are signed in. The freeze stops it once; should it begin again, your authenticator or a session does.',
    ],
    action: { label: 'Not Me: Freeze My Account', link: freeze },
    aside: { label: 'Signed in somewhere? Stop it there without a freeze', link: page },
    footer: `If this was you, there is nothing to do before that day.${contact(support)}`,
  }),
})

/** Asks a guardian for his word. `link` is where he gives it. */
export const recoveryAskedLetter = (
  to: string,
  {
    owner,
    address,
    link,
    support,
  }: { owner: string; address: string; link: string; support: string | undefined },
): Mail => ({
  to,
  subject: 'Your word about somebody whose wallet you guard',
  ...letter({
    title: 'Lost authenticator',
    paragraphs: [
      `${owner} is said to have lost the authenticator and all backup codes. You guard wallet ${address}: a new authenticator is set up only if you and every other guardian agree.`,
      'Ask the owner first, by voice or face to face, whether that is true. A mail alone proves nothing.',
    ],
    action: { label: 'Read and Decide', link },
    footer: `You know nothing of this? Then do nothing: without your word nothing changes.${contact(support)}`,
  }),
})

export const recoveryGrantedLetter = (
  to: string,
  { until, link, support }: { until: string; link: string; support: string | undefined },
): Mail => ({
  to,
  subject: 'Set up your new authenticator',
  ...letter({
    title: 'You may set up a new authenticator',
    paragraphs: [
      `The seven days are over and nobody objected. Sign in with a code from your mail until ${minute(until)}: you set up a new authenticator and new backup codes then.`,
      'Every other session ends with it, and your account sends and approves nothing for a while.',
    ],
    action: { label: 'Sign In', link },
    footer: `This was not you? Sign in with your authenticator: that stops it.${contact(support)}`,
  }),
})

/** `from`: ISO, when an operator may lift the freeze. */
export const noticeLetter = (to: string, from: string, support: string | undefined): Mail => ({
  to,
  subject: 'Your frozen Countersign account',
  ...letter({
    title: 'The freeze is about to be lifted',
    paragraphs: [
      `Somebody asked us to lift the freeze of your account without your authenticator. That happens after ${minute(from)}.`,
      'If this was not you, open the link of the mail about the backup code again and press the button: that takes it back, once. A code of your authenticator on the same page makes the account yours again at any time.',
    ],
    footer: `If this was you, there is nothing to do.${contact(support)}`,
  }),
})

export const operatorLiftedLetter = (to: string, support: string | undefined): Mail => ({
  to,
  subject: 'Your Countersign account is frozen no more',
  ...letter({
    title: 'The freeze is lifted',
    paragraphs: [
      'An operator lifted the freeze of your account, seven days after the mail about it. Every session has ended.',
    ],
    footer: `You get this mail whenever a freeze is lifted.${contact(support)}`,
  }),
})

/** Everybody's records are of an earlier day again. */
export const putBackLetter = (to: string, support: string | undefined): Mail => ({
  to,
  subject: 'Countersign was put back from a backup',
  ...letter({
    title: 'Our records are of an earlier day',
    paragraphs: [
      'We had to put Countersign back from a backup. What is on the chain is not changed by that. Every session has ended, and your account sends and approves nothing for a while.',
      'Your authenticator works as it did on that day; no backup code of before does. Sign in and make new ones: Backup codes in the account menu.',
      'If you had frozen your account since, freeze it again: the link of the same mail still works, unless that mail came after the backup.',
    ],
    footer: `Nobody needs a code or an answer from you because of this.${contact(support)}`,
  }),
})

/** Asks a wallet's owner or a guardian for his word. `link` is where he gives it. */
export const releaseLetter = (
  to: string,
  address: string,
  link: string,
  support: string | undefined,
): Mail => ({
  to,
  subject: 'Your word about a Countersign wallet',
  ...letter({
    title: 'A wallet is paused',
    paragraphs: [
      `The newest records of wallet ${address} could not be restored. It is paused for a check; nothing on the chain is lost.`,
      'It goes on once its owner and, where it has any, its guardians agree. You are asked as one of them: sign in first, then open this link.',
    ],
    action: { label: 'Read and Agree', link },
    footer: `You know nothing of such a wallet? Then do nothing.${contact(support)}`,
  }),
})

export const liftedLetter = (to: string, isRestored: boolean, support: string | undefined): Mail => ({
  to,
  subject: 'Your Countersign account is yours again',
  ...letter({
    title: 'The freeze is lifted',
    paragraphs: [
      isRestored
        ? 'Your old authenticator took its place again; the new one works no more. What you send and approve waits as long as after a restore.'
        : 'A code of your authenticator lifted the freeze.',
      'Every session has ended, and none of your backup codes works. Sign in and make new ones: Backup codes in the account menu.',
    ],
    footer: `You get this mail whenever a freeze is lifted.${contact(support)}`,
  }),
})
