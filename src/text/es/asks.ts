import type { asksText } from '#text/asks.ts'
import type { Words } from '#text/catalogue.ts'

export const asks: Words<typeof asksText> = {
  noWallet: 'Cree primero una billetera',
  notActive: 'Enviar y Recibir funcionarán en cuanto una de sus billeteras esté activa.',
  busy: 'Termine o cierre lo que tiene abierto y vuelva a abrir el enlace.',
}
