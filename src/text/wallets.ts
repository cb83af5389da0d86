import { texts } from './catalogue.ts'

export const walletsText = texts('wallets', {
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
})
