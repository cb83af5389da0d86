import { texts } from './catalogue.ts'

export const switcherText = texts('switcher', {
  count: (wallets: number) => (wallets === 1 ? '1 wallet' : `${wallets} wallets`),
  inAll: (usd: string) => `${usd} in all`,
  search: 'Search wallets',
  notFound: 'No wallet has such a name.',
})
