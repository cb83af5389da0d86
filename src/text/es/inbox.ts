import type { Words } from '#text/catalogue.ts'
import type { inboxText } from '#text/inbox.ts'

export const inbox: Words<typeof inboxText> = {
  title: 'En espera de su respuesta',
  all: 'Todas las billeteras',
  groups: { approvals: 'Transferencias por aprobar', dapps: 'Solicitudes de DApps', invites: 'Invitaciones' },
  connects: (name) => `${name} quiere conectarse`,
  speedUp: 'Acelerar',
  send: 'Enviar una transacción',
  sign: 'Firmar un mensaje',
  inviteFrom: (email) => `Invitación de ${email}`,
  become: 'Hacerse guardián',
  becomeOf: (wallet) => `Hacerse guardián de ${wallet}`,
  left: (minutes) => (minutes === 1 ? 'queda 1 min' : `quedan ${minutes} min`),
  expires: (day) => `Caduca el ${day}`,
  clear: 'Todo al día',
  nothing: 'Nada espera su firma.',
}
