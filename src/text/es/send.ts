import type { Words } from '#text/catalogue.ts'
import type { sendText } from '#text/send.ts'

export const send: Words<typeof sendText> = {
  title: 'Enviar fondos',
  details: 'Detalles de la transacción',
  wallet: 'Billetera',
  walletGone: 'Elija una billetera que pueda enviar.',
  asset: 'Activo',
  choose: 'Elegir',
  loadingAssets: 'Cargando los activos…',
  assetsFailed: 'No se pudieron cargar los activos.',
  offline: 'Los activos de esta billetera aún no se han leído. Se cargan en cuanto haya conexión.',
  tryAgain: 'Reintentar',
  address: 'Dirección de la billetera',
  lookAlike: {
    title: (name) => `Esta no es la dirección de ${name}`,
    why: 'Empieza y termina igual, el medio es distinto. Estas direcciones se crean para engañar.',
    entered: 'Usted escribió',
    use: (name) => `Usar la de ${name}`,
    checked: 'Comprobé la dirección con el destinatario por otro medio',
    unchecked: 'Compruebe antes la dirección con el destinatario',
  },
  note: 'Nota',
  noteHint: 'Opcional. Solo la ven usted y sus guardianes.',
  amount: 'Importe',
  available: (units) => `Disponible: ${units}`,
  max: 'Máx.',
  maxOpen: 'Todo lo que deja la comisión de red. Se rellena en cuanto se conozca el destinatario.',
  decimals: (symbol, most) =>
    most === 1 ? `${symbol} tiene como máximo 1 decimal.` : `${symbol} tiene como máximo ${most} decimales.`,
  gasNeeded: (fee, coin, network, owned) => `Necesita unos ${fee} ${coin} en ${network}; tiene ${owned}.`,
  networkFee: 'Comisión de red',
  feeAtMost: 'Comisión de red como máximo ',
  feesLoading: 'Leyendo las comisiones de red…',
  feesOpen: 'La comisión de red se conoce en cuanto haya destinatario e importe.',
  feesFailed: 'No se pudieron leer las comisiones de red. Intentándolo otra vez…',
  quoteWaiting: 'Comprobando la comisión de red…',
  quoteFailed:
    'No se pudo leer la comisión de red de esta transferencia. Pulse «Siguiente» para intentarlo otra vez.',
  submit: 'Enviar',
  waiting: 'En espera de sus guardianes',
  sent: 'Aceptada. Enviando a la blockchain...',
  view: 'Ver',
  checking: 'Comprobando si se aceptó…',
  unanswered:
    'El último envío quedó sin respuesta. Lo que envíe ahora ocupa su lugar: solo se envía uno de los dos.',
  unknown:
    'El servidor no respondió, por eso no se sabe si se aceptó. Mire en Actividad antes de enviar otra vez.',
  notSent: 'No se envió nada y su saldo no ha cambiado.',
  earlierSent:
    'La transferencia que envió antes fue aceptada, por eso esta no se envió. Mire en Actividad antes de enviar otra vez.',
}
