import { texts } from './catalogue.ts'

export const freezeText = texts('freeze', {
  title: 'Freeze Your Account?',
  lead: 'Do this when it was not you who used a backup code or asked for a new authenticator. Nothing is sent or approved any more, and what is not signed yet is not sent.',
  freeze: 'Freeze My Account',
  mine: 'It Was Me',
  frozen: 'Your Account Is Frozen',
  lift: 'Nothing is sent or approved. A code of your authenticator lifts this and ends every session.',
  undo: 'Nothing is sent or approved. A code of your old authenticator lifts this: it takes its place again, the new one works no more, and every session ends. What you send and approve then waits as long as after a restore.',
  goesOn: (date: string) =>
    `Somebody told an operator that you have no authenticator any more. That counts from ${date} on: your link stopped it once, and does not again. A code of your authenticator does.`,
  without: 'You no longer have it? An operator can lift the freeze after seven days. Write to support.',
  lifted: 'The Freeze Is Lifted',
  liftedLead:
    'Sign in with your authenticator. None of your backup codes works any more: make new ones, Backup codes in the account menu.',
  undoneLead:
    'Sign in with your old authenticator. What you send and approve waits as long as after a restore. None of your backup codes works any more: make new ones, Backup codes in the account menu.',
  signIn: 'Sign In',
})
