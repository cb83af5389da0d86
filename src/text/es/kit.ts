import type { Words } from '#text/catalogue.ts'
import type { kitText } from '#text/kit.ts'

export const kit: Words<typeof kitText> = {
  close: 'Cerrar',
  discard: 'Descartar',
  discardLead: 'Lo que escribió no se guarda.',
  discardTransfer: '¿Descartar esta transferencia?',
  discardTyped: '¿Descartar lo que escribió?',
  keepEditing: 'Seguir editando',

  address: 'la dirección',
  copyAddress: (what, address) => `Copiar ${what} ${address}`,
  pending: 'con asuntos pendientes',
  code: 'Código',
  copy: 'Copiar',
  copyFailed: 'No se pudo copiar. Seleccione el texto y cópielo a mano.',
  amountIn: (currency, label = 'Importe') => `${label} en ${currency}`,
  selected: 'seleccionado',
  fewer: 'Menos',
  more: 'Más',
  skip: 'Ir al contenido',

  loading: 'Cargando',
  loadingOf: (what) => `Cargando ${what}`,
  notLoaded: (what) => `Error al cargar ${what}`,
  hiddenAmount: 'Importe oculto',
  tryAgain: 'Reintentar',
  offline: 'Está sin conexión.',
  asOf: (when) => `Datos guardados (${when})`,
}
