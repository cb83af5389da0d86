import type { Words } from '#text/catalogue.ts'
import type { holdText } from '#text/hold.ts'

export const hold: Words<typeof holdText> = {
  note: ({ owner, operator, guardians, isWhole }) =>
    [
      isWhole
        ? 'Los envíos de esta billetera están en pausa por una revisión.'
        : 'Los envíos de esta billetera en una red están en pausa por una revisión.',
      'No se ha perdido nada y puede seguir recibiendo.',
      ...(owner ? ['Usted debe aceptar antes de que continúe.'] : []),
      ...(guardians > 0
        ? [guardians === 1 ? 'Debe aceptar un guardián más.' : `Deben aceptar ${guardians} guardianes más.`]
        : []),
      ...(operator
        ? ['Un operador debe ponerle fin: escriba al servicio de asistencia si nadie le dijo el motivo.']
        : []),
      ...(owner || operator || guardians > 0 ? [] : ['Todos han aceptado: termina con su próximo envío.']),
    ].join(' '),
  review: 'Revisar',
}
