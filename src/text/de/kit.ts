import type { Words } from '#text/catalogue.ts'
import type { kitText } from '#text/kit.ts'

export const kit: Words<typeof kitText> = {
  close: 'Schließen',
  discard: 'Verwerfen',
  discardLead: 'Was Sie eingegeben haben, wird nicht aufbewahrt.',
  discardTransfer: 'Diese Überweisung verwerfen?',
  discardTyped: 'Eingaben verwerfen?',
  keepEditing: 'Weiter bearbeiten',

  address: 'Adresse',
  copyAddress: (what, address) => `${what} ${address} kopieren`,
  pending: 'mit offenen Vorgängen',
  code: 'Code',
  copy: 'Kopieren',
  copyFailed: 'Kopieren ist fehlgeschlagen. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  amountIn: (currency, label = 'Betrag') => `${label} in ${currency}`,
  selected: 'ausgewählt',
  fewer: 'Weniger',
  more: 'Mehr',
  skip: 'Zum Inhalt springen',

  loading: 'Wird geladen',
  loadingOf: (what) => `Laden ${what}`,
  notLoaded: (what) => `Das Laden ${what} ist fehlgeschlagen`,
  hiddenAmount: 'Verborgener Betrag',
  tryAgain: 'Erneut versuchen',
  offline: 'Sie sind offline.',
  asOf: (when) => `Gespeicherte Daten, Stand ${when}`,
}
