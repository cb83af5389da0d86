import { texts } from './catalogue.ts'

export const inboxText = texts('inbox', {
  title: 'Waiting for you',
  all: 'All wallets',
  groups: { approvals: 'Transfers to approve', dapps: 'DApps ask', invites: 'Invites' },
  connects: (name: string) => `${name} wants to connect`,
  speedUp: 'Speed up',
  send: 'Send transaction',
  sign: 'Sign a message',
  inviteFrom: (email: string) => `Invite from ${email}`,
  become: 'Become a Guardian',
  becomeOf: (wallet: string) => `Become a Guardian of ${wallet}`,
  left: (minutes: number) => `${minutes} min left`,
  expires: (day: string) => `Expires ${day}`,
  clear: 'All Clear',
  nothing: 'Nothing waits for your signature.',
})
