import { texts } from './catalogue.ts'

/** Sending: the form, the confirmation and what follows. */
export const sendText = texts('send', {
  title: 'Send Funds',
  details: 'Transaction Details',
  wallet: 'Wallet',
  walletGone: 'Choose a wallet that may send.',
  asset: 'Asset',
  choose: 'Choose',
  loadingAssets: 'Loading assets…',
  assetsFailed: 'The assets could not be loaded.',
  offline: 'The assets of this wallet were not read yet. They load once you are online.',
  tryAgain: 'Try again',
  address: 'Wallet address',
  lookAlike: {
    title: (name: string) => `This is not ${name}`,
    why: 'It starts and ends the same, the middle is different. Addresses like this are made to deceive.',
    entered: 'You entered',
    use: (name: string) => `Use ${name} instead`,
    checked: 'I checked the address with the recipient over another channel',
    unchecked: 'Check the address with the recipient first',
  },
  note: 'Note',
  noteHint: 'Optional. Only you and your Guardians see it.',
  amount: 'Amount',
  available: (units: string) => `Available ${units}`,
  max: 'Max',
  maxOpen: 'All that the network fee leaves. It is filled in once the recipient is known.',
  decimals: (symbol: string, most: number) => `${symbol} has at most ${most} decimals.`,
  gasNeeded: (fee: string, coin: string, network: string, owned: string) =>
    `You need about ${fee} ${coin} on ${network}; you have ${owned}.`,
  networkFee: 'Network fee',
  feeAtMost: 'Network fee at most ',
  feesLoading: 'Reading network fees…',
  feesOpen: 'The network fee is known once recipient and amount are.',
  feesFailed: 'Network fees could not be read. Trying again…',
  quoteWaiting: 'Checking the network fee…',
  quoteFailed: 'The network fee of this transfer could not be read. Press Next to try again.',
  submit: 'Submit',
  waiting: 'Waiting for your Guardians',
  sent: 'Submitted. Sending to blockchain...',
  view: 'View',
  checking: 'Checking whether it was accepted…',
  unanswered:
    'The last Submit was not answered. What you submit now takes its place: only one of the two is sent.',
  unknown:
    'The server did not answer, so it is not known whether this was accepted. Look at Activity before you send again.',
  notSent: 'Nothing was sent and your balance has not changed.',
  earlierSent:
    'The transfer that you submitted before was accepted, so this one was not sent. Look at Activity before you send again.',
})
