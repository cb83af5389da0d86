import { texts } from './catalogue.ts'

export const hubText = texts('hub', {
  title: 'Guardian Hub',
  loading: 'Loading Guardian Hub',
  tabs: { approvals: 'Transaction Approvals', invites: 'Guarded Wallets' },

  allClear: 'All Clear',
  willAppear: 'Transactions that need your approval will appear here.',
  invitesWait: (count: number) => (count === 1 ? '1 invite waits' : `${count} invites wait`),
  what: 'approvals',
  card: (amount: string, initiator: string) => `${amount} from ${initiator}`,
  speedUp: 'Speed up',
  speedUpCard: (amount: string, initiator: string) => `Higher fee for ${amount} from ${initiator}`,
  speedUpFollows:
    'This transfer was sent already and waits for the network. Nothing more is sent: only its fee may rise.',
  atMost: 'At most ',
  feeBefore: 'Network fee so far',
  feeThen: 'Higher network fee',
  from: 'From',
  approve: 'Approve',
  approving: 'Approved…',
  decline: 'Decline',
  addReason: 'Add a reason',
  reason: 'Reason',
  reasonHint: 'The owner and the other Guardians read it.',
  reasonDeclines: 'A reason goes with Decline. Clear it to approve.',
  details: 'Details',
  sheet: 'Transaction Details',

  expires: 'Expires',
  data: (bytes: number) => `Data (${bytes} bytes)`,

  approved: 'Approved.',
  declined: 'Declined.',
  sending: 'Sending to blockchain...',
  more: (left: number) => `${left} more ${left === 1 ? 'Guardian' : 'Guardians'} must approve.`,
  wrongWallet: (address: string) => `Only the wallet ${address} can approve this, and it is not among yours.`,

  past: 'Past decisions',
  decisions: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    skipped: 'Skipped',
    unknown: 'Unknown',
  },

  noWallets: 'No Wallets',
  guardsNone: "You don't guard any wallets yet.",
  inviteFrom: 'Invite from',
  invites: 'Invites',
  accept: 'Accept',
  noInvites: 'No pending invites.',
  differs: (line: string) =>
    `The text to sign says something else than this page: ${line}. Nothing was signed. Reload, and ask the owner before you try again.`,
  unknownForm:
    'The text to sign is not one that this page can read. Nothing was signed. Reload to get the latest version.',
  createFirst: 'Create a wallet first',
  step1: 'Step 1. Create a Wallet',
  step1Why: 'A wallet of your own signs your approvals.',
  createWallet: 'Create Wallet',
  step2: 'Step 2. Join as Guardian',
  done: 'Done',
})
