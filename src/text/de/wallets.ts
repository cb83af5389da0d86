import type { Words } from '#text/catalogue.ts'
import type { walletsText } from '#text/wallets.ts'

export const wallets: Words<typeof walletsText> = {
  title: 'Meine Wallets',
  none: 'Keine Wallets',
  start: 'Erstellen Sie Ihre erste Wallet.',
  what: 'der Wallets',
  newWallet: 'Neue Wallet',

  total: 'Gesamt: ',
  send: 'Senden',
  receive: 'Empfangen',
  connectTo: 'Verbinden...',
  locked: 'Senden und Empfangen sind gesperrt, bis die Identitätsprüfung abgeschlossen ist.',
  showSteps: 'Schritte zeigen',

  addresses: 'Adressen',
  networks: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin Testnet',
    regtest: 'Bitcoin Regtest',
    unknown: 'Adresse',
  },
  chips: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin',
    regtest: 'Bitcoin',
    unknown: 'Adresse',
  },
  qrCode: (of) => `QR-Code von ${of}`,
  addressOf: (network) => `${network.replaceAll(' ', '-')}-Adresse`,
  copy: 'Kopieren',

  add: 'Wallet hinzufügen',
  rename: 'Umbenennen',
  tabs: {
    label: 'Wallet',
    asset: 'Assets',
    activity: 'Aktivität',
    dapps: 'DApps',
    requests: 'Anfragen',
    guardians: 'Guardians',
  },
}
