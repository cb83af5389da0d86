import type { assetText } from '#text/asset.ts'
import type { Words } from '#text/catalogue.ts'

export const asset: Words<typeof assetText> = {
  copyContract: 'Contract-Adresse kopieren',
  one: 'Asset',
  gone: 'Diese Wallet hält davon nichts mehr.',
  network: 'Netzwerk',
  itemLabel: 'Stück',
  waits: ' wartet auf Guardians.',
  kept: ' ist für laufende Transaktionen und für Gebühren reserviert.',
  free: ' sind frei zum Senden.',
  notActive: 'Senden und Empfangen sind gesperrt, solange diese Wallet nicht aktiv ist.',
  last: 'Letzte Aktivität',
  all: 'Gesamte Aktivität',
  nothingYet: 'Es wurde noch nichts gesendet oder empfangen.',

  hide: 'Token ausblenden',
  hideFollows:
    'Er verschwindet auf diesem Gerät aus den Listen der Assets. Summen zählen ihn weiter mit. In den Einstellungen blenden Sie ihn wieder ein.',
  nowHidden: (unit) => `${unit} ist ausgeblendet. Summen zählen es weiter mit.`,
  hidden: 'Ausgeblendete Token',
  noneHidden: 'Kein Token ist ausgeblendet.',
  hiddenCount: (count) => (count === 1 ? '1 ausgeblendeter Token' : `${count} ausgeblendete Token`),
  hiddenLead: 'Auf diesem Gerät nicht in den Listen der Assets. Summen zählen sie weiter mit.',
  show: 'Einblenden',
  showToken: (unit, network) => `${unit} auf ${network} einblenden`,
}
