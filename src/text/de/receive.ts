import type { Words } from '#text/catalogue.ts'
import type { receiveText } from '#text/receive.ts'

export const receive: Words<typeof receiveText> = {
  title: 'Empfangen',
  copy: 'Kopieren',
  wallet: 'Wallet',
  choose: 'Wählen',
  walletGone: 'Wählen Sie eine Wallet, die empfangen darf.',
  network: 'Netzwerk',
  qrCode: (address) => `QR-Code von ${address}`,
  otherNetworks:
    'Senden Sie nur Assets des Redbelly Testnet an diese Adresse. Was über andere Netzwerke kommt, kann für immer verloren sein.',
}
