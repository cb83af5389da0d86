import type { Words } from '#text/catalogue.ts'
import type { transactionText } from '#text/transaction.ts'

export const transaction: Words<typeof transactionText> = {
  from: 'Von',
  to: 'An',
  item: 'Stück',
  network: 'Netzwerk',
  fee: 'Gebühr',
  feeWords: {
    range: (fee, most) => `Etwa ${fee}, höchstens ${most}`,
    atMost: (most) => `Höchstens ${most}`,
    fixed: (fee) => `${fee}, fest`,
    none: 'Es wurde keine gezahlt',
  },
  feeExact: 'Gebühr höchstens',
  balance: 'Saldo danach',
  balanceRead: (before, after) => `von ${before} auf ${after}`,
  newAddress: 'Neue Adresse',
  notInBook: 'Nicht in Ihrem Adressbuch',
  note: 'Notiz',
  technical: 'Technische Details',
  explorer: 'Im Block-Explorer ansehen',
  copyAddress: 'Adresse kopieren',

  first: {
    lead: 'Erste Überweisung an diese Adresse.',
    rest: 'Prüfen Sie jede Gruppe mit dem Empfänger.',
  },
  almostAll: 'Damit wird fast alles in dieser Wallet gesendet.',
  unguarded: 'Kein Guardian prüft das. Es wird gesendet, sobald Sie „Absenden“ drücken.',
  signFirst: {
    lead: 'Sie unterschreiben zuerst.',
    before: ' Gesendet wird nach Genehmigung durch ',
    after: ' Guardians.',
  },

  ended: {
    declined: 'Ein Guardian hat abgelehnt.',
    expired: 'Es haben nicht rechtzeitig genug Guardians genehmigt.',
    nothingSent: 'Es wurde nichts gesendet, und Ihr Guthaben ist unverändert.',
  },

  approvals: 'Genehmigungen',
  progress: 'Fortschritt',
  approved: (approved, required) => `${approved} von ${required} genehmigt`,
  expires: (when) => `Gültig bis ${when}`,
  youSigned: 'Sie haben unterschrieben',
  signed: (who) => `${who} hat unterschrieben`,
  you: 'Sie',
  waitingForYou: 'Wartet auf Sie',
  sent: 'Gesendet',
  soon: 'Etwa 1 Min.',
  inBlock: (block) => `Block ${block}`,
  another: 'Ein anderer Guardian',
  reason: (reason) => `Grund: ${reason}`,
  decision: {
    removed: 'Entfernt, zählt nicht',
    approved: 'Genehmigt',
    rejected: 'Abgelehnt',
    waiting: 'Offen',
    notNeeded: 'Nicht nötig',
  },
}
