import type { Words } from '#text/catalogue.ts'
import type { receiveText } from '#text/receive.ts'

export const receive: Words<typeof receiveText> = {
  title: 'Recibir fondos',
  copy: 'Copiar',
  wallet: 'Billetera',
  choose: 'Elegir',
  walletGone: 'Elija una billetera que pueda recibir.',
  network: 'Red',
  qrCode: (address) => `Código QR de ${address}`,
  otherNetworks:
    'Envíe a esta dirección solo activos de Redbelly Testnet. Lo que se envíe por otras redes puede perderse para siempre.',
}
