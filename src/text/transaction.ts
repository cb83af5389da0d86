import { texts } from './catalogue.ts'

/** What the sheet of a transaction says, wherever it is shown. */
export const transactionText = texts('transaction', {
  from: 'From',
  to: 'To',
  item: 'Item',
  network: 'Network',
  fee: 'Fee',
  feeWords: {
    range: (fee: string, most: string) => `About ${fee}, at most ${most}`,
    atMost: (most: string) => `At most ${most}`,
    fixed: (fee: string) => `${fee}, fixed`,
    none: 'None was paid',
  },
  feeExact: 'Network fee at most',
  balance: 'Balance after',
  balanceRead: (before: string, after: string) => `from ${before} to ${after}`,
  newAddress: 'New address',
  notInBook: 'Not in your address book',
  note: 'Note',
  technical: 'Technical details',
  explorer: 'View in block explorer',
  copyAddress: 'Copy address',

  first: {
    lead: 'First transfer to this address.',
    rest: 'Check every group with the recipient.',
  },
  almostAll: 'This sends almost everything in this wallet.',
  unguarded: 'No Guardian checks this. It is sent as soon as you press Submit.',
  signFirst: {
    lead: 'You sign first.',
    before: ' It is sent after ',
    after: ' Guardians approve.',
  },

  ended: {
    declined: 'A Guardian declined.',
    expired: 'Not enough Guardians approved in time.',
    nothingSent: 'Nothing was sent and your balance has not changed.',
  },

  approvals: 'Approvals',
  progress: 'Progress',
  approved: (approved: number, required: number) => `${approved} of ${required} approved`,
  expires: (when: string) => `Expires ${when}`,
  youSigned: 'You signed',
  signed: (who: string) => `${who} signed`,
  you: 'You',
  waitingForYou: 'Waiting for you',
  sent: 'Sent',
  soon: 'About 1 min',
  inBlock: (block: string) => `Block ${block}`,
  another: 'Another Guardian',
  reason: (reason: string) => `Reason: ${reason}`,
  decision: {
    removed: "Removed, doesn't count",
    approved: 'Approved',
    rejected: 'Declined',
    waiting: 'Waiting',
    notNeeded: 'Not needed',
  },
})
