import type { Letter } from '#server/mail/letter.ts'
import type {
  Approvals,
  AuthenticatorMail,
  CodeMail,
  GuardiansMail,
  Helped,
  RecoveryAskedMail,
  RecoveryGrantedMail,
  RecoveryMail,
  ReleaseMail,
  RuleChange,
  SignInMail,
  WaitingMail,
} from './said.ts'

/** '2026-01-02, 15:04 UTC'. */
const minute = (iso: string): string => `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`

const contact = ({ support }: Helped) => (support === undefined ? '' : ` Write to ${support} for help.`)

const freezing = (link: string | undefined) =>
  link === undefined ? {} : { action: { label: 'Not Me: Freeze My Account', link } }

const waits = (heldUntil: string | undefined, who: string) =>
  heldUntil === undefined ? [] : [`${who} sends and approves nothing before ${minute(heldUntil)}.`]

const approvals = ({ consensus, guardians }: Approvals) =>
  `${consensus} out of ${guardians} ${guardians === 1 ? 'Guardian' : 'Guardians'}`

const sentence = (change: RuleChange): string => {
  switch (change.kind) {
    case 'added':
      return `${change.email} is a Guardian of this wallet now.`
    case 'removed':
      return `${change.email} is not a Guardian of this wallet any more.`
    case 'switched':
      return change.on
        ? 'Guardian Approval was switched on: transactions require Guardians’ approval.'
        : 'Guardian Approval was switched off: transactions process without Guardians’ approval.'
    case 'consensus':
      return `Required approvals are ${approvals(change.after)} now; before it was ${approvals(change.before)}.`
    default:
      return change satisfies never
  }
}

const changed = ({ changes, lingering }: GuardiansMail): string[] => [
  ...changes.map(sentence),
  ...(lingering
    ? [
        `Starts ${minute(lingering.startsAt)}. Until then ${lingering.consensus} out of ${lingering.confirmed} Guardians must approve.`,
      ]
    : []),
]

export const english = {
  code: ({ short, code, link, browserLink }: CodeMail): Letter => ({
    subject: `Your Countersign code #${short}`,
    title: `Enter Code #${short}`,
    paragraphs: [
      'Use this code to sign in. It works once, for 10 minutes.',
      `Enter it only on the page that shows #${short} and that you opened yourself.`,
    ],
    code,
    action: { label: 'Continue', link },
    aside: {
      label: 'Told that too many codes were sent? Open this link in the browser that you want to use',
      link: browserLink,
    },
    footer: 'You did not ask for this code? Ignore this mail: nobody can sign in without it.',
  }),

  wrongCodes: (help: Helped): Letter => ({
    subject: 'Wrong codes for your Countersign account',
    title: 'Somebody tried to sign in',
    paragraphs: [
      'Ten wrong codes were entered for your account within a day. Further tries are slowed down. You can still sign in.',
      'If this was not you, make sure that nobody else reads your mail.',
    ],
    footer: `Nobody was signed in by these tries.${contact(help)}`,
  }),

  signedIn: ({ isNew, isBackup, at, heldUntil, support, freeze }: SignInMail): Letter => {
    const how = [
      ...(isBackup ? ['with a backup code'] : []),
      ...(isNew ? ['from a browser that your account did not know'] : []),
    ].join(' ')
    return {
      subject: isBackup ? 'Sign-in with a backup code' : 'Sign-in from a new browser',
      title: isBackup ? 'A backup code was used' : 'You signed in from a new browser',
      paragraphs: [
        `Somebody signed in to your Countersign account ${how}, on ${minute(at)}.`,
        ...(isBackup ? ['That backup code works no more.', ...waits(heldUntil, 'This session')] : []),
        freeze === undefined
          ? 'If this was not you, sign in, choose Sign out on all devices in the account menu, and make sure that nobody else reads your mail.'
          : 'If this was not you, freeze your account: nothing is sent or approved until you enter a code of your authenticator on the same page, which ends every session. Make sure that nobody else reads your mail.',
      ],
      ...freezing(freeze),
      footer: `If this was you, there is nothing to do.${contact({ support })}`,
    }
  },

  authenticator: ({ heldUntil, support, freeze, by }: AuthenticatorMail): Letter => ({
    subject: 'Your Countersign authenticator was replaced',
    title: 'Your authenticator was replaced',
    paragraphs: [
      by === 'operator'
        ? 'A new authenticator was set up for your account, seven days after the mail about it. The old one and all backup codes of before no longer work, and every other session has ended.'
        : 'A backup code was used to set up a new authenticator for your account. The old one no longer works, and every other session has ended.',
      ...waits(heldUntil, 'Your account'),
      'If this was not you, freeze your account, and enter a code of your old authenticator on the same page: it works there for 30 days, takes its place again and ends every session. What you send and approve then waits as long as after this change.',
    ],
    ...freezing(freeze),
    footer: `You get this mail whenever your second factor changes.${contact({ support })}`,
  }),

  frozen: (help: Helped): Letter => ({
    subject: 'Your Countersign account is frozen',
    title: 'Your account is frozen',
    paragraphs: [
      'The link of a mail was used to freeze your account. It sends and approves nothing now, and what was not signed yet is not sent.',
      'To lift it, open that link again and enter a code of your authenticator. Where it was replaced, that is the old one, and what you send and approve then waits as long as after a restore.',
    ],
    footer: `You no longer have it? An operator can lift this after seven days.${contact(help)}`,
  }),

  recovery: ({ from, freeze, page, isGuarded, support }: RecoveryMail): Letter => ({
    subject: 'Somebody says that you lost your authenticator',
    title: 'A new authenticator was asked for',
    paragraphs: [
      `Somebody told us that your authenticator and all your backup codes are lost. After ${minute(from)}${isGuarded ? ', and once every guardian of your wallets has agreed,' : ''} a new authenticator can be set up with a code from your mail.`,
      'If this was not you, stop it: freeze your account, sign in with your authenticator, or open the other link of this mail where you are signed in. The freeze stops it once; should it begin again, your authenticator or a session does.',
    ],
    action: { label: 'Not Me: Freeze My Account', link: freeze },
    aside: { label: 'Signed in somewhere? Stop it there without a freeze', link: page },
    footer: `If this was you, there is nothing to do before that day.${contact({ support })}`,
  }),

  recoveryAsked: ({ owner, address, link, support }: RecoveryAskedMail): Letter => ({
    subject: 'Your word about somebody whose wallet you guard',
    title: 'Lost authenticator',
    paragraphs: [
      `${owner} is said to have lost the authenticator and all backup codes. You guard wallet ${address}: a new authenticator is set up only if you and every other guardian agree.`,
      'Ask the owner first, by voice or face to face, whether that is true. A mail alone proves nothing.',
    ],
    action: { label: 'Read and Decide', link },
    footer: `You know nothing of this? Then do nothing: without your word nothing changes.${contact({ support })}`,
  }),

  recoveryGranted: ({ until, link, support }: RecoveryGrantedMail): Letter => ({
    subject: 'Set up your new authenticator',
    title: 'You may set up a new authenticator',
    paragraphs: [
      `The seven days are over and nobody objected. Sign in with a code from your mail until ${minute(until)}: you set up a new authenticator and new backup codes then.`,
      'Every other session ends with it, and your account sends and approves nothing for a while.',
    ],
    action: { label: 'Sign In', link },
    footer: `This was not you? Sign in with your authenticator: that stops it.${contact({ support })}`,
  }),

  notice: ({ from, support }: Helped & { from: string }): Letter => ({
    subject: 'Your frozen Countersign account',
    title: 'The freeze is about to be lifted',
    paragraphs: [
      `Somebody asked us to lift the freeze of your account without your authenticator. That happens after ${minute(from)}.`,
      'If this was not you, open the link of the mail about the backup code again and press the button: that takes it back, once. A code of your authenticator on the same page makes the account yours again at any time.',
    ],
    footer: `If this was you, there is nothing to do.${contact({ support })}`,
  }),

  operatorLifted: (help: Helped): Letter => ({
    subject: 'Your Countersign account is frozen no more',
    title: 'The freeze is lifted',
    paragraphs: [
      'An operator lifted the freeze of your account, seven days after the mail about it. Every session has ended.',
    ],
    footer: `You get this mail whenever a freeze is lifted.${contact(help)}`,
  }),

  putBack: (help: Helped): Letter => ({
    subject: 'Countersign was put back from a backup',
    title: 'Our records are of an earlier day',
    paragraphs: [
      'We had to put Countersign back from a backup. What is on the chain is not changed by that. Every session has ended, and your account sends and approves nothing for a while.',
      'Your authenticator works as it did on that day; no backup code of before does. Sign in and make new ones: Backup codes in the account menu.',
      'If you had frozen your account since, freeze it again: the link of the same mail still works, unless that mail came after the backup.',
    ],
    footer: `Nobody needs a code or an answer from you because of this.${contact(help)}`,
  }),

  release: ({ address, link, support }: ReleaseMail): Letter => ({
    subject: 'Your word about a Countersign wallet',
    title: 'A wallet is paused',
    paragraphs: [
      `The newest records of wallet ${address} could not be restored. It is paused for a check; nothing on the chain is lost.`,
      'It goes on once its owner and, where it has any, its guardians agree. You are asked as one of them: sign in first, then open this link.',
    ],
    action: { label: 'Read and Agree', link },
    footer: `You know nothing of such a wallet? Then do nothing.${contact({ support })}`,
  }),

  lifted: ({ isRestored, support }: Helped & { isRestored: boolean }): Letter => ({
    subject: 'Your Countersign account is yours again',
    title: 'The freeze is lifted',
    paragraphs: [
      isRestored
        ? 'Your old authenticator took its place again; the new one works no more. What you send and approve waits as long as after a restore.'
        : 'A code of your authenticator lifted the freeze.',
      'Every session has ended, and none of your backup codes works. Sign in and make new ones: Backup codes in the account menu.',
    ],
    footer: `You get this mail whenever a freeze is lifted.${contact({ support })}`,
  }),

  waiting: ({ owner, walletName, expiresAt, link }: WaitingMail): Letter => ({
    subject: `${owner} asks for your approval`,
    title: 'A transaction waits for you',
    paragraphs: [
      `You guard the wallet “${walletName}” of ${owner}, and a transaction from it needs its Guardians.`,
      `Look at it in the Guardian Hub and approve or decline it until ${minute(expiresAt)}.`,
    ],
    action: { label: 'Open Guardian Hub', link },
    footer: `You did not expect this? Ask ${owner} before you approve. Without an answer nothing is sent.`,
  }),

  invite: ({ owner, walletName, expiresAt, link }: WaitingMail): Letter => ({
    subject: `${owner} asks you to be a Guardian`,
    title: 'You are invited as a Guardian',
    paragraphs: [
      `${owner} asks you to guard the wallet “${walletName}”.`,
      'A Guardian approves or declines its transactions. You cannot move its money, and you see nothing else of it.',
      `Sign in with this e-mail address and answer in the Guardian Hub until ${minute(expiresAt)}.`,
    ],
    action: { label: 'Open Guardian Hub', link },
    footer: 'You do not know the sender? Ignore this mail: nothing happens without your answer.',
  }),

  ownRules: (change: GuardiansMail): Letter => ({
    subject: `Guardians of your wallet ${change.walletName} were changed`,
    title: `Your wallet “${change.walletName}”`,
    paragraphs: changed(change),
    footer: 'This was not you? Choose Sign out on all devices at once, and tell your Guardians.',
  }),

  guardedRules: (change: GuardiansMail): Letter => ({
    subject: `Guardians of ${change.owner}’s wallet were changed`,
    title: `Wallet “${change.walletName}” of ${change.owner}`,
    paragraphs: changed(change),
    footer: `You get this mail since you guard this wallet, or did until now. Ask ${change.owner} when you did not expect it.`,
  }),
}

/** The same in another language. */
export type MailWords = typeof english
