import type { Words } from '#text/catalogue.ts'
import type { notificationsText } from '#text/notifications.ts'

export const notifications: Words<typeof notificationsText> = {
  tellMe: 'Avisarme de',
  kinds: {
    proposal: 'Conexiones que piden las apps',
    'personal-sign': 'Firmas que piden las apps',
    'send-transaction': 'Transacciones que piden las apps',
    approval: 'Transacciones de otros por aprobar',
    approved: 'Mis transacciones, cuando las aprueban los guardianes',
    declined: 'Mis transacciones, cuando un guardián las rechaza',
    received: 'Dinero recibido',
  },
  push: 'Push',
  pushHint: 'También con Countersign cerrado',
  pushStates: {
    unknown: '',
    off: 'Desactivado',
    waiting: 'Esperando a este navegador…',
    on: 'Activado. Se desactiva al cerrar sesión.',
    refused:
      'Este navegador lo rechazó. Permita las notificaciones en la configuración del sitio y vuelva a intentarlo.',
    unavailable: 'Push no está disponible en este navegador.',
  },
}
