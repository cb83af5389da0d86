import { texts } from './catalogue.ts'

/** A send that its network has not taken into a block yet: faster, or cancelled. */
export const replaceText = texts('replace', {
  title: 'Waiting for the network',
  waits: 'It is in no block yet. A higher fee may get it there sooner.',
  cancelling: 'It is being cancelled. If the network takes the transfer first after all, it is sent.',
  speedUp: {
    action: 'Speed up',
    title: 'Speed up this transaction?',
    follows:
      'The same transfer goes out once more, at a higher fee. The network takes only one of the two, and you pay only for that one.',
    working: 'Speeding up…',
    done: 'Sent again at a higher fee.',
  },
  cancel: {
    action: 'Cancel transaction',
    title: 'Cancel this transaction?',
    follows:
      'A transaction that pays nobody takes its place: your money stays in your wallet, and only the fee is paid. If the network takes the transfer first, it is sent after all.',
    working: 'Cancelling…',
    done: 'Cancelling. It is over once the network has confirmed it.',
  },
  anew: {
    title: 'Higher fee',
    approvals: 'Approvals of the higher fee',
    action: 'Ask Guardians',
    follows: (required: number) =>
      `It would have to cost more than your Guardians approved. They are asked to approve a higher fee; once ${required === 1 ? 'one has' : `${required} have`}, the same transfer goes out once more. You pay only for the one that the network takes.`,
    limit: 'New limit',
    working: 'Asking…',
    done: 'Your Guardians are asked to approve the higher fee.',
    asks: 'Your Guardians are asked to approve a higher fee. Once they have, the same transfer goes out once more.',
    withdraw: 'Withdraw the request',
    withdrawing: 'Withdrawing…',
    declinedBy: (who: string) => `${who} declined the higher fee.`,
    refused: 'The higher fee was not approved.',
    stays: 'The transfer waits on at its fee.',
    withdrawn: 'Your Guardians are not asked any more. The transfer waits on at its fee.',
  },
  again: {
    action: 'Speed up the cancellation',
    title: 'Speed up the cancellation?',
  },
  byLater:
    'What came back of this transfer is being spent by a later one already. That one goes out once more, at a higher fee that pays for both, so the network takes both sooner.',
  transfer: 'Transfer',
  feeNow: 'Fee now',
  feeNew: 'New fee',
  approvedUpTo: 'Guardians approved up to',
  atMost: 'At most ',
  keep: 'Keep waiting',
  reading: 'Reading network fees…',
  failed: 'The network fee could not be read.',
  checking: 'Checking whether it was accepted…',
  unknown:
    'The server did not answer, so it is not known whether this was accepted. Look at Activity before you try again.',
  notSent: 'Nothing has taken its place.',
  earlierSent: 'Something has taken its place already. Look at Activity before you try again.',
  gone: 'It is in a block now, so nothing can take its place any more.',
  attempts: (count: number) => `${count} attempts`,
  kind: { sent: 'Sent', faster: 'Sped up', cancels: 'Cancellation' },
  fate: {
    waiting: 'Waiting for a block',
    outbid: 'Replaced. It may still be first.',
    mined: 'In a block',
    behind: 'Not in a block',
    won: 'Confirmed',
    lost: 'Never took place',
  },
  copyHash: (number: number) => `Copy hash of attempt ${number}`,
})
