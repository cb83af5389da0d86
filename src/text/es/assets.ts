import type { assetsText } from '#text/assets.ts'
import type { Words } from '#text/catalogue.ts'

export const assets: Words<typeof assetsText> = {
  title: 'Activos',
  head: { asset: 'Activo', amount: 'Importe', price: 'Precio', usd: 'Valor en USD', address: 'Dirección' },
  contract: 'Contrato',
  contractAddress: 'la dirección del contrato',
  item: (id) => `Artículo n.º ${id}`,
  what: 'los activos',
  none: 'Todavía no hay activos',
  start: 'Reciba fondos y aparecerán aquí.',
}
