import { texts } from './catalogue.ts'

/** What is said of a wallet that can't do everything, which most can: loaded when it is to be said. */
export const walletStateText = texts('walletState', {
  /** Why the actions of a wallet are off, by what is done with it. */
  off: {
    amend:
      'Send, Receive and Connect to... are off while this wallet is being changed. They come back by themselves.',
    removal: 'Send, Receive and Connect to... are off because this wallet is being removed.',
    unknown:
      'Send, Receive and Connect to... are off: this version of the app does not know the state of this wallet.',
    notActive: 'Connect to... works as soon as this wallet is active.',
  },

  cards: {
    processing: {
      title: 'Processing',
      text: 'Your wallet is being prepared.',
      next: 'It opens here by itself.',
    },
    confirmation: {
      title: 'Pending Confirmation',
      text: 'Go to the Confirmation section to confirm the wallet.',
      next: 'Those who hold its keys confirm it at the custody. There is nothing for you to do here: the wallet opens by itself once they have.',
    },
    approval: {
      title: 'Pending Approval',
      text: 'Approve the wallet in the Approvals section. Approval from all parties is required.',
      next: 'The parties are those who hold its keys at the custody. There is nothing for you to do here: the wallet opens by itself once all have approved.',
    },
    cancelled: { title: 'Cancelled', text: 'Wallet has been canceled', next: '' },
  },
  openApprovals: 'Open Transaction Approvals',
  approvalsWait: 'Something else waits for you there.',

  install: {
    title: 'Install Countersign',
    text: 'Open it like any other app, in a window of its own.',
    action: 'Install',
  },
})
