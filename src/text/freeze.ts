export const freezeText = {
  title: 'Freeze Your Account?',
  lead: 'Do this when it was not you who used a backup code. Nothing is sent or approved any more, and what is not signed yet is not sent.',
  freeze: 'Freeze My Account',
  mine: 'It Was Me',
  frozen: 'Your Account Is Frozen',
  lift: 'Nothing is sent or approved. A code of your authenticator lifts this and ends every session.',
  undo: 'Nothing is sent or approved. A code of your old authenticator lifts this: it takes its place again, the one that was set up with a backup code works no more, and every session ends. What you send and approve then waits as long as after a restore.',
  without: 'You no longer have it? An operator can lift the freeze after seven days. Write to support.',
  lifted: 'The Freeze Is Lifted',
  liftedLead:
    'Sign in with your authenticator. None of your backup codes works any more: make new ones, Backup codes in the account menu.',
  signIn: 'Sign In',
}
