import type { Words } from '#text/catalogue.ts'
import type { transactionText } from '#text/transaction.ts'

export const transaction: Words<typeof transactionText> = {
  from: 'De',
  to: 'A',
  item: 'Artículo',
  network: 'Red',
  fee: 'Comisión',
  feeWords: {
    range: (fee, most) => `Unos ${fee}, como máximo ${most}`,
    atMost: (most) => `Como máximo ${most}`,
    fixed: (fee) => `${fee}, fija`,
    none: 'No se pagó ninguna',
  },
  feeExact: 'Comisión máxima',
  balance: 'Saldo después',
  balanceRead: (before, after) => `de ${before} a ${after}`,
  newAddress: 'Dirección nueva',
  notInBook: 'No está en su libreta',
  note: 'Nota',
  technical: 'Detalles técnicos',
  explorer: 'Ver en el explorador de bloques',
  copyAddress: 'Copiar la dirección',

  first: {
    lead: 'Primera transferencia a esta dirección.',
    rest: 'Compruebe cada grupo con el destinatario.',
  },
  almostAll: 'Con esto se envía casi todo lo que hay en esta billetera.',
  unguarded: 'Ningún guardián comprueba esto. Se envía en cuanto pulse «Enviar».',
  signFirst: {
    lead: 'Usted firma primero.',
    before: ' Se envía con la aprobación de ',
    after: ' guardianes.',
  },

  ended: {
    declined: 'Un guardián la rechazó.',
    expired: 'No aprobaron suficientes guardianes a tiempo.',
    nothingSent: 'No se envió nada y su saldo no ha cambiado.',
  },

  approvals: 'Aprobaciones',
  progress: 'Progreso',
  approved: (approved, required) => `${approved} de ${required} aprobaciones`,
  expires: (when) => `Caduca el ${when}`,
  youSigned: 'Usted firmó',
  signed: (who) => `${who} firmó`,
  you: 'Usted',
  waitingForYou: 'Espera su respuesta',
  sent: 'Enviada',
  soon: 'En 1 min aprox.',
  inBlock: (block) => `Bloque ${block}`,
  another: 'Otro guardián',
  reason: (reason) => `Motivo: ${reason}`,
  decision: {
    removed: 'Quitado, no cuenta',
    approved: 'Aprobó',
    rejected: 'Rechazó',
    waiting: 'Pendiente',
    notNeeded: 'No hace falta',
  },
}
