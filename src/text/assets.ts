import { texts } from './catalogue.ts'

export const assetsText = texts('assets', {
  title: 'Assets',
  head: { asset: 'Asset', amount: 'Amount', price: 'Price', usd: 'USD Equivalent', address: 'Address' },
  contract: 'Contract',
  contractAddress: 'contract address',
  item: (id: string) => `Item #${id}`,
  what: 'assets',
  none: 'No assets yet',
  start: 'Get started by receiving funds.',
})
