import type { Words } from '#text/catalogue.ts'
import type { protectionText } from '#text/protection.ts'

export const protection: Words<typeof protectionText> = {
  protected: 'Protegida',
  approve: (count, of) => `${count === 1 ? 'Debe' : 'Deben'} aprobar ${count} de ${of} guardianes`,
  unprotected: 'Sin protección',
  add: 'Añadir un guardián',
  notYet: 'Aún sin protección',
  invited: (count) => (count === 1 ? '1 invitado' : `${count} invitados`),
  weaker: (when) => `Reglas más débiles desde el ${when}`,
  frozen: 'Congelada por un guardián',
  held: 'En pausa por una revisión. No se ha perdido nada.',

  missing: 'Aún sin protección: ningún guardián ha aceptado',
}
