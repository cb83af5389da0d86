import type { Words } from '#text/catalogue.ts'
import type { switcherText } from '#text/switcher.ts'

export const switcher: Words<typeof switcherText> = {
  count: (wallets) => (wallets === 1 ? '1 billetera' : `${wallets} billeteras`),
  inAll: (usd) => `${usd} en total`,
  search: 'Buscar billeteras',
  notFound: 'Ninguna billetera se llama así.',
}
