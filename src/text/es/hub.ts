import type { Words } from '#text/catalogue.ts'
import type { hubText } from '#text/hub.ts'

export const hub: Words<typeof hubText> = {
  title: 'Centro de guardianes',
  loading: 'Cargando el Centro de guardianes',
  tabs: { approvals: 'Aprobaciones', invites: 'Billeteras protegidas' },

  allClear: 'Todo al día',
  willAppear: 'Aquí aparecerán las transacciones que necesiten su aprobación.',
  invitesWait: (count) => (count === 1 ? '1 invitación espera' : `${count} invitaciones esperan`),
  what: 'las aprobaciones',
  card: (amount, initiator) => `${amount} de ${initiator}`,
  speedUp: 'Acelerar',
  speedUpCard: (amount, initiator) => `Comisión más alta para ${amount} de ${initiator}`,
  speedUpFollows:
    'Esta transferencia ya se envió y espera a la red. No se envía nada más: solo puede subir su comisión.',
  atMost: 'Como máximo ',
  feeBefore: 'Comisión de red hasta ahora',
  feeThen: 'Comisión de red más alta',
  from: 'De',
  approve: 'Aprobar',
  approving: 'Aprobado…',
  decline: 'Rechazar',
  addReason: 'Añadir un motivo',
  reason: 'Motivo',
  reasonHint: 'El titular y los demás guardianes lo leen.',
  reasonDeclines: 'El motivo acompaña a un rechazo. Bórrelo para aprobar.',
  details: 'Detalles',
  sheet: 'Detalles de la transacción',

  expires: 'Caduca',
  data: (bytes) => (bytes === 1 ? 'Datos (1 byte)' : `Datos (${bytes} bytes)`),

  approved: 'Aprobada.',
  declined: 'Rechazada.',
  sending: 'Enviando a la blockchain...',
  more: (left) => (left === 1 ? 'Debe aprobar 1 guardián más.' : `Deben aprobar ${left} guardianes más.`),
  wrongWallet: (address) => `Solo la billetera ${address} puede aprobar esto, y no está entre las suyas.`,

  past: 'Decisiones anteriores',
  decisions: {
    pending: 'Pendiente',
    approved: 'Aprobada',
    rejected: 'Rechazada',
    skipped: 'Omitida',
    unknown: 'Desconocida',
  },

  noWallets: 'Sin billeteras',
  guardsNone: 'Todavía no protege ninguna billetera.',
  inviteFrom: 'Invitación de',
  invites: 'Invitaciones',
  accept: 'Aceptar',
  noInvites: 'No hay invitaciones pendientes.',
  differs: (line) =>
    `El texto que se va a firmar dice algo distinto de esta página: ${line}. No se firmó nada. Vuelva a cargar y pregunte al titular antes de intentarlo otra vez.`,
  unknownForm:
    'Esta página no puede leer el texto que se va a firmar. No se firmó nada. Vuelva a cargar para obtener la última versión.',
  createFirst: 'Cree primero una billetera',
  step1: 'Paso 1. Crear una billetera',
  step1Why: 'Una billetera propia firma sus aprobaciones.',
  createWallet: 'Crear billetera',
  step2: 'Paso 2. Hacerse guardián',
  done: 'Hecho',
}
