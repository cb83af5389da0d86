export const walletsText = {
  title: 'My Wallets',
  none: 'No wallets',
  start: 'Get started by creating a new one.',
  what: 'wallets',
  newWallet: 'New Wallet',

  total: 'Total: ',
  send: 'Send',
  receive: 'Receive',
  connectTo: 'Connect to...',
  locked: 'Send and Receive are locked until identity verification is complete.',
  showSteps: 'Show steps',
  /** Why the actions of a wallet are off, by what is done with it. */
  off: {
    amend:
      'Send, Receive and Connect to... are off while this wallet is being changed. They come back by themselves.',
    removal: 'Send, Receive and Connect to... are off because this wallet is being removed.',
    unknown:
      'Send, Receive and Connect to... are off: this version of the app does not know the state of this wallet.',
    notActive: 'Connect to... works as soon as this wallet is active.',
  },

  addresses: 'Addresses',
  networks: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin Testnet',
    regtest: 'Bitcoin Regtest',
    unknown: 'Address',
  },
  /** The address itself tells the networks of Bitcoin apart. */
  chips: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin',
    regtest: 'Bitcoin',
    unknown: 'Address',
  },
  qrCode: (of: string) => `QR code of ${of}`,
  addressOf: (network: string) => `${network} address`,
  copy: 'Copy',

  add: 'Add a New Wallet',
  rename: 'Rename',
  tabs: {
    label: 'Wallet',
    asset: 'Assets',
    activity: 'Activity',
    dapps: 'DApps',
    requests: 'Requests',
    guardians: 'Guardians',
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
}
