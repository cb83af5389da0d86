import type { Words } from '#text/catalogue.ts'
import type { switcherText } from '#text/switcher.ts'

export const switcher: Words<typeof switcherText> = {
  count: (wallets) => (wallets === 1 ? '1 Wallet' : `${wallets} Wallets`),
  inAll: (usd) => `${usd} insgesamt`,
  search: 'Wallets suchen',
  notFound: 'Keine Wallet heißt so.',
}
