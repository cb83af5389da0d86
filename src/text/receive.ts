import { texts } from './catalogue.ts'

/** Receiving. */
export const receiveText = texts('receive', {
  title: 'Receive Funds',
  copy: 'Copy',
  wallet: 'Wallet',
  choose: 'Choose',
  walletGone: 'Choose a wallet that may receive.',
  network: 'Network',
  qrCode: (address: string) => `QR code of ${address}`,
  otherNetworks:
    'Send only Redbelly Testnet assets to this address. Assets sent via other networks may be permanently lost.',
})
