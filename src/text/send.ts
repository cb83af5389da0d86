/** Sending: the form, the confirmation and what follows. */
export const sendText = {
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
  amount: 'Amount',
  available: (units: string) => `Available ${units}`,
  max: 'Max',
  decimals: (symbol: string, most: number) => `${symbol} has at most ${most} decimals.`,
  gasNeeded: (fee: string, coin: string, network: string, owned: string) =>
    `You need about ${fee} ${coin} on ${network}; you have ${owned}.`,
  item: 'Item',
  networkFee: 'Network fee',
  atMost: (fee: string) => `At most ${fee}`,
  feeAtMost: (fee: string, usd: string | undefined) =>
    `Network fee at most ${fee}${usd ? ` · $ ${usd}` : ''}`,
  feesLoading: 'Reading network fees…',
  feesFailed: 'Network fees could not be read. Trying again…',
  quoteWaiting: 'Checking the network fee…',
  quoteFailed: 'The network fee of this transfer could not be read. Press Next to try again.',
  from: 'From',
  to: 'To',
  network: 'Network',
  fee: 'Fee',
  submit: 'Submit',
  guarded: {
    before: 'This wallet is guarded. It is sent after ',
    after: ' Guardians approve.',
  },
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
}
