import { texts } from './catalogue.ts'

/** The tools at hand where there is nothing but test money. */
export const sandboxText = texts('sandbox', {
  title: 'Sandbox tools',

  code: 'Sign-in code',
  noCode: 'It comes with the next mail.',
  copyCode: 'Copy sign-in code',

  authenticator: 'Authenticator',
  secret: 'Secret or otpauth link',
  secretHint: 'It stays in this page until you reload or close it.',
  wrongSecret: 'A secret has only the letters A to Z and the digits 2 to 7',
  left: (seconds: number) => `${seconds} s left`,
  copyAuthenticator: 'Copy authenticator code',

  faucet: (wallet: string) => `Test money for ${wallet}`,
  give: (amount: string, symbol: string) => `Get ${amount} ${symbol}`,
  given: (amount: string, symbol: string) => `${amount} ${symbol} are on their way.`,

  guardians: 'Demo guardians',
  inviteDemo: 'Invite a demo guardian',
  making: 'Making an account…',
  invited: (email: string) => `${email} is invited.`,
  nothing: 'Nothing waits.',
  approve: 'Approve',
  decline: 'Decline',
  approveWhat: (what: string) => `Approve: ${what}`,
  declineWhat: (what: string) => `Decline: ${what}`,
})
