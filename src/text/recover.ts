import { texts } from './catalogue.ts'

export const recoverText = texts('recover', {
  guardian: {
    title: 'Did the Owner Lose It?',
    lead: 'The owner of a wallet that you guard is said to have lost the authenticator and all backup codes. With your word, and that of every other guardian, a new authenticator can be set up.',
    ask: 'Ask the owner first, by voice or face to face. Whoever sets it up can sign in and ask you for approvals.',
    act: 'Agree',
    done: 'You Agreed',
    doneLead: 'Everybody who guards this wallet has agreed.',
    waits: 'Other guardians of this wallet still have to agree.',
  },
  owner: {
    title: 'Stop a New Authenticator?',
    lead: 'Somebody told us that you lost your authenticator and all backup codes. Stop this if it is not true: your authenticator stays as it is.',
    ask: 'If you did lose them, leave it: the mail says from when you can set up a new one.',
    act: 'Stop It',
    done: 'It Is Stopped',
    doneLead:
      'Nothing changes about your authenticator. If you asked for nothing, make sure that nobody else reads your mail.',
  },
  not: 'Not Now',
  home: 'Go to My Wallets',
})
