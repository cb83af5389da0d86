import type { assetsText } from '#text/assets.ts'
import type { Words } from '#text/catalogue.ts'

export const assets: Words<typeof assetsText> = {
  title: 'Assets',
  head: { asset: 'Asset', amount: 'Betrag', price: 'Preis', usd: 'Wert in USD', address: 'Adresse' },
  contract: 'Contract',
  contractAddress: 'Contract-Adresse',
  item: (id) => `Stück #${id}`,
  what: 'der Assets',
  none: 'Noch keine Assets',
  start: 'Empfangen Sie etwas, dann steht es hier.',
}
