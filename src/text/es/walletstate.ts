import type { Words } from '#text/catalogue.ts'
import type { walletStateText } from '#text/walletstate.ts'

export const walletState: Words<typeof walletStateText> = {
  off: {
    amend:
      'Enviar, Recibir y «Conectar...» están desactivados mientras se modifica esta billetera. Vuelven solos.',
    removal: 'Enviar, Recibir y «Conectar...» están desactivados porque se está eliminando esta billetera.',
    unknown:
      'Enviar, Recibir y «Conectar...» están desactivados: esta versión de la app no conoce el estado de esta billetera.',
    notActive: '«Conectar...» funciona en cuanto esta billetera esté activa.',
  },

  cards: {
    processing: {
      title: 'En preparación',
      text: 'Su billetera se está preparando.',
      next: 'Se abre aquí por sí sola.',
    },
    confirmation: {
      title: 'Confirmación pendiente',
      text: 'Vaya a la sección «Confirmación» para confirmar la billetera.',
      next: 'Quienes tienen sus claves la confirman en la custodia. Usted no tiene que hacer nada aquí: la billetera se abre por sí sola en cuanto lo hagan.',
    },
    approval: {
      title: 'Aprobación pendiente',
      text: 'Apruebe la billetera en la sección «Aprobaciones». Se requiere la aprobación de todas las partes.',
      next: 'Las partes son quienes tienen sus claves en la custodia. Usted no tiene que hacer nada aquí: la billetera se abre por sí sola en cuanto todas aprueben.',
    },
    cancelled: { title: 'Cancelada', text: 'La billetera se canceló', next: '' },
  },
  openApprovals: 'Abrir Aprobaciones',
  approvalsWait: 'Allí le espera otra cosa.',

  install: {
    title: 'Instalar Countersign',
    text: 'Ábralo como cualquier otra app, en su propia ventana.',
    action: 'Instalar',
  },
}
