import type { Words } from '#text/catalogue.ts'
import type { replaceText } from '#text/replace.ts'

export const replace: Words<typeof replaceText> = {
  title: 'En espera de la red',
  waits: 'Todavía no está en ningún bloque. Una comisión más alta puede llevarla antes a uno.',
  cancelling: 'Se está cancelando. Si a pesar de todo la red toma antes la transferencia, queda enviada.',
  speedUp: {
    action: 'Acelerar',
    title: '¿Acelerar esta transacción?',
    follows:
      'La misma transferencia sale otra vez, con una comisión más alta. La red toma solo una de las dos, y usted paga solo por esa.',
    working: 'Acelerando…',
    done: 'Enviada otra vez con una comisión más alta.',
  },
  cancel: {
    action: 'Cancelar la transacción',
    title: '¿Cancelar esta transacción?',
    follows:
      'Ocupa su lugar una transacción que no paga a nadie: su dinero se queda en su billetera y solo se paga la comisión. Si la red toma antes la transferencia, queda enviada de todos modos.',
    working: 'Cancelando…',
    done: 'Cancelando. Termina cuando la red lo haya confirmado.',
  },
  anew: {
    title: 'Comisión más alta',
    approvals: 'Aprobaciones de la comisión más alta',
    action: 'Preguntar a los guardianes',
    follows: (required) =>
      `Tendría que costar más de lo que aprobaron sus guardianes. Se les pide que aprueben una comisión más alta; ${required === 1 ? 'cuando uno lo haya hecho' : `cuando ${required} lo hayan hecho`}, la misma transferencia sale otra vez. Usted paga solo por la que tome la red.`,
    limit: 'Nuevo límite',
    working: 'Preguntando…',
    done: 'Se ha pedido a sus guardianes que aprueben la comisión más alta.',
    asks: 'Se ha pedido a sus guardianes que aprueben una comisión más alta. Cuando lo hayan hecho, la misma transferencia sale otra vez.',
    withdraw: 'Retirar la solicitud',
    withdrawing: 'Retirando…',
    declinedBy: (who) => `${who} rechazó la comisión más alta.`,
    refused: 'La comisión más alta no se aprobó.',
    stays: 'La transferencia sigue esperando con su comisión.',
    withdrawn: 'Ya no se pregunta a sus guardianes. La transferencia sigue esperando con su comisión.',
  },
  again: {
    action: 'Acelerar la cancelación',
    title: '¿Acelerar la cancelación?',
  },
  byLater:
    'Una transferencia posterior ya está gastando lo que volvió de esta. Esa sale otra vez, con una comisión más alta que paga por ambas, así la red toma antes las dos.',
  transfer: 'Transferencia',
  feeNow: 'Comisión actual',
  feeNew: 'Comisión nueva',
  approvedUpTo: 'Aprobada por los guardianes hasta',
  atMost: 'Como máximo ',
  keep: 'Seguir esperando',
  reading: 'Leyendo las comisiones de red…',
  failed: 'No se pudo leer la comisión de red.',
  checking: 'Comprobando si se aceptó…',
  unknown:
    'El servidor no respondió, por eso no se sabe si se aceptó. Mire en Actividad antes de intentarlo otra vez.',
  notSent: 'Nada ha ocupado su lugar.',
  earlierSent: 'Algo ya ha ocupado su lugar. Mire en Actividad antes de intentarlo otra vez.',
  gone: 'Ya está en un bloque, por eso nada puede ocupar su lugar.',
  attempts: (count) => (count === 1 ? '1 intento' : `${count} intentos`),
  kind: { sent: 'Enviada', faster: 'Acelerada', cancels: 'Cancelación' },
  fate: {
    waiting: 'En espera de un bloque',
    outbid: 'Sustituida. Aún puede llegar primero.',
    mined: 'En un bloque',
    behind: 'En ningún bloque',
    won: 'Confirmada',
    lost: 'Nunca tuvo lugar',
  },
  copyHash: (number) => `Copiar el hash del intento ${number}`,
}
