import { texts } from './catalogue.ts'

export const guardiansText = texts('guardians', {
  approval: 'Guardian Approval',
  purpose: 'Protect your assets by adding up to three Guardians who can approve or deny your transactions.',
  on: 'Transactions require Guardians’ approval',
  off: 'Transactions process without Guardians’ approval',
  turnOn: 'Turn on to add Guardians.',
  starts: (when: string, consensus: number, confirmed: number) =>
    `Starts ${when}. Until then ${consensus} out of ${confirmed} Guardians must approve.`,
  offTitle: 'Turn off Guardian Approval?',
  offFollows: 'Transactions will be sent without your Guardians’ approval.',
  offStays:
    'Your Guardians stay, and what waits for them goes on waiting. They are told of the change by mail.',
  offOnlyFrom: (when: string, consensus: number, confirmed: number) =>
    `This starts ${when}. Until then ${consensus} out of ${confirmed} Guardians must approve.`,
  turnOff: 'Turn off',
  keepOn: 'Keep on',

  mine: 'My Guardians',
  what: 'guardians',
  add: 'Add Guardian',
  none: 'No Guardians Yet',
  addFirst: 'Add a Guardian to start requiring approvals.',
  pendingInvite: 'Pending Invite',
  resend: 'Resend',
  resendTo: (email: string) => `Resend the invite to ${email}`,
  resent: 'Invite Resent',
  remove: 'Remove',
  removeWho: (email: string) => `Remove ${email}`,
  removeTitle: 'Remove Guardian',
  removeFollows: "This Guardian won't be able to approve your transactions.",

  required: 'Required Approvals',
  select: 'Select how many Guardians must approve transaction',
  unreachable: 'If one Guardian is unreachable, transactions wait.',

  invite: 'Invite a Guardian',
  email: 'Email',
  sees: 'A Guardian sees the transactions to approve, never your balances or your other activity.',
  send: 'Send invite',
  sending: 'Sending an Invite…',
  sent: 'Invite Sent',
  limit: 'Guardian Limit Reached',
  limitWhy: 'Remove an existing or pending Guardian to add a new one.',
  exportLog: 'Export approval log',
})
