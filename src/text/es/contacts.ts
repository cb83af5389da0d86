import type { Words } from '#text/catalogue.ts'
import type { contactsText } from '#text/contacts.ts'

export const contacts: Words<typeof contactsText> = {
  title: 'Libreta de direcciones',
  what: 'los contactos',
  add: 'Añadir contacto',
  search: 'Buscar nombres y direcciones',
  exportCsv: 'Exportar CSV',
  importCsv: 'Importar CSV',
  none: 'Todavía no hay contactos',
  start: 'Dé un nombre a una dirección y lo encontrará en todas partes al enviar o consultar.',
  nothingFound: 'No se encontró nada',
  clearSearch: 'Borrar la búsqueda',
  list: (count) => `Libreta de direcciones, ${count === 1 ? '1 entrada' : `${count} entradas`}`,
  transfers: (count) => (count === 1 ? '1 transferencia' : `${count} transferencias`),
  myWallet: 'Mi billetera',
  byWallet: 'Con el nombre de la billetera',
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  send: 'Enviar',
  sendTo: (name) => `Enviar a ${name}`,
  choose: 'Elegir',
  chooseOf: (name) => `Elegir ${name}`,
  noneFits: 'Ninguno de sus contactos tiene una dirección en esta red.',
  networks: {
    evm: 'Ethereum, Polygon, Redbelly',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin Testnet',
    regtest: 'Bitcoin Regtest',
    unknown: 'Otra red',
  },

  newContact: 'Contacto nuevo',
  editContact: 'Editar contacto',
  name: 'Nombre',
  nameHint: 'Solo usted ve este nombre',
  address: 'Dirección',
  anotherAddress: 'Otra dirección',
  addAddress: 'Añadir otra dirección',
  sameAddress: 'Redbelly, Ethereum y Polygon usan la misma dirección',
  note: 'Nota',
  save: 'Guardar',
  saving: 'Guardando…',
  delete: 'Eliminar contacto',

  deleteTitle: (name) => `¿Eliminar a ${name}?`,
  deleteFollows:
    'El nombre desaparece de su libreta de direcciones. Las transacciones se conservan y vuelven a mostrar la dirección.',
  changed: 'Modificado fuera de Countersign',
  changedWhat:
    'Usted no guardó estas entradas tal como están ahora, así que no dan nombre a ninguna dirección. Elimínelas y añádalas de nuevo.',
  nameless: 'Entrada sin nombre',
  deleteOf: (name) => `Eliminar ${name}`,
  deleteChanged: 'Después añádala de nuevo, con una dirección que conozca por otra vía.',
  keep: 'Conservar',
  deleteIt: 'Eliminar',

  importTitle: 'Importar contactos',
  importWhat:
    'Un archivo CSV con las columnas Name, Network, Address y Note, como lo escribe Exportar CSV. Network puede estar vacía.',
  file: 'Archivo CSV',
  tooLarge: 'Este archivo supera los 256 KB.',
  found: (count) => (count === 1 ? '1 contacto es nuevo.' : `${count} contactos son nuevos.`),
  known: (count) =>
    count === 1
      ? '1 ya está en su libreta de direcciones y queda como está.'
      : `${count} ya están en su libreta de direcciones y quedan como están.`,
  wrong: (count) =>
    `No se añadió nada: ${count === 1 ? '1 línea tiene errores' : `${count} líneas tienen errores`}.`,
  line: (number) => `Línea ${number}`,
  more: (count) => `y ${count} más`,
  addAll: (count) => (count === 1 ? 'Añadir 1 contacto' : `Añadir ${count} contactos`),
  adding: 'Añadiendo…',
  added: (count) => (count === 1 ? '1 contacto añadido' : `${count} contactos añadidos`),
}
