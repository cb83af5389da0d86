import type { Words } from '#text/catalogue.ts'
import type { walletsText } from '#text/wallets.ts'

export const wallets: Words<typeof walletsText> = {
  title: 'Mis billeteras',
  none: 'Sin billeteras',
  start: 'Cree una para empezar.',
  what: 'las billeteras',
  newWallet: 'Billetera nueva',

  total: 'Total: ',
  send: 'Enviar',
  receive: 'Recibir',
  connectTo: 'Conectar...',
  locked: 'Enviar y Recibir están bloqueados hasta que se complete la verificación de identidad.',
  showSteps: 'Ver los pasos',

  addresses: 'Direcciones',
  networks: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin Testnet',
    regtest: 'Bitcoin Regtest',
    unknown: 'Dirección',
  },
  chips: {
    evm: 'EVM',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin',
    regtest: 'Bitcoin',
    unknown: 'Dirección',
  },
  qrCode: (of) => `Código QR de ${of}`,
  addressOf: (network) => `Dirección: ${network}`,
  copy: 'Copiar',

  add: 'Añadir una billetera',
  rename: 'Renombrar',
  tabs: {
    label: 'Billetera',
    asset: 'Activos',
    activity: 'Actividad',
    dapps: 'DApps',
    requests: 'Solicitudes',
    guardians: 'Guardianes',
  },
}
