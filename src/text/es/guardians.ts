import type { Words } from '#text/catalogue.ts'
import type { guardiansText } from '#text/guardians.ts'

const approve = (consensus: number, confirmed: number): string =>
  `${consensus === 1 ? 'debe' : 'deben'} aprobar ${consensus} de ${confirmed} guardianes`

export const guardians: Words<typeof guardiansText> = {
  approval: 'Aprobación de guardianes',
  purpose:
    'Proteja sus activos: añada hasta tres guardianes que puedan aprobar o rechazar sus transacciones.',
  on: 'Las transacciones requieren la aprobación de los guardianes',
  off: 'Las transacciones se procesan sin la aprobación de los guardianes',
  turnOn: 'Actívela para añadir guardianes.',
  starts: (when, consensus, confirmed) =>
    `Empieza el ${when}. Hasta entonces ${approve(consensus, confirmed)}.`,
  offTitle: '¿Desactivar la aprobación de guardianes?',
  offFollows: (wallet) => `Bastará una firma para mover todo lo que hay en ${wallet}.`,
  atStake: 'En juego',
  today: 'Hoy',
  outOf: (consensus, confirmed) => `${consensus} de ${confirmed} guardianes`,
  from: (when) => `Desde el ${when}`,
  fromNow: 'Desde ahora',
  nobody: 'Nadie',
  offStays: 'Sus guardianes se quedan, y lo que espera su respuesta sigue esperando.',
  offMail: 'Usted y sus guardianes reciben un correo sobre este cambio.',
  offBack: 'Puede revertirlo hasta entonces.',
  switchOff: 'Desactivar',
  keep: 'Mantener',

  mine: 'Mis guardianes',
  what: 'los guardianes',
  add: 'Añadir guardián',
  none: 'Todavía no hay guardianes',
  addFirst: 'Añada un guardián para empezar a exigir aprobaciones.',
  pendingInvite: 'Invitación pendiente',
  resend: 'Reenviar',
  resendTo: (email) => `Reenviar la invitación a ${email}`,
  resent: 'Invitación reenviada',
  remove: 'Quitar',
  removeWho: (email) => `Quitar a ${email}`,
  removeTitle: 'Quitar guardián',
  removeFollows: 'Este guardián ya no podrá aprobar sus transacciones.',

  required: 'Aprobaciones necesarias',
  select: 'Elija cuántos guardianes deben aprobar una transacción',
  unreachable: 'Si no se puede contactar con un guardián, las transacciones esperan.',

  invite: 'Invitar a un guardián',
  email: 'Correo electrónico',
  sees: 'Un guardián ve las transacciones por aprobar, nunca sus saldos ni el resto de su actividad.',
  send: 'Enviar invitación',
  sending: 'Enviando una invitación…',
  sent: 'Invitación enviada',
  limit: 'Límite de guardianes alcanzado',
  limitWhy: 'Quite un guardián o una invitación pendiente para añadir otro.',
  exportLog: 'Exportar el registro de aprobaciones',
}
