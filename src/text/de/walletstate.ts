import type { Words } from '#text/catalogue.ts'
import type { walletStateText } from '#text/walletstate.ts'

export const walletState: Words<typeof walletStateText> = {
  off: {
    amend:
      'Senden, Empfangen und „Verbinden...“ sind aus, während diese Wallet geändert wird. Danach gehen sie von selbst wieder an.',
    removal: 'Senden, Empfangen und „Verbinden...“ sind aus, weil diese Wallet entfernt wird.',
    unknown:
      'Senden, Empfangen und „Verbinden...“ sind aus: Diese Version der App kennt den Zustand dieser Wallet nicht.',
    notActive: '„Verbinden...“ geht, sobald diese Wallet aktiv ist.',
  },

  cards: {
    processing: {
      title: 'In Vorbereitung',
      text: 'Ihre Wallet wird vorbereitet.',
      next: 'Sie öffnet sich hier von selbst.',
    },
    confirmation: {
      title: 'Bestätigung steht aus',
      text: 'Gehen Sie zum Bereich „Bestätigung“, um die Wallet zu bestätigen.',
      next: 'Wer die Schlüssel hält, bestätigt sie bei der Verwahrung. Sie müssen hier nichts tun: Die Wallet öffnet sich danach von selbst.',
    },
    approval: {
      title: 'Genehmigung steht aus',
      text: 'Genehmigen Sie die Wallet im Bereich „Genehmigungen“. Alle Beteiligten müssen genehmigen.',
      next: 'Die Beteiligten halten die Schlüssel bei der Verwahrung. Sie müssen hier nichts tun: Die Wallet öffnet sich von selbst, sobald alle genehmigt haben.',
    },
    cancelled: { title: 'Abgebrochen', text: 'Das Erstellen der Wallet wurde abgebrochen', next: '' },
  },
  openApprovals: 'Genehmigungen öffnen',
  approvalsWait: 'Dort wartet noch etwas anderes auf Sie.',

  install: {
    title: 'Countersign installieren',
    text: 'Öffnen Sie es wie jede andere App, in einem eigenen Fenster.',
    action: 'Installieren',
  },
}
