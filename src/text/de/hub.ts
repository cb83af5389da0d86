import type { Words } from '#text/catalogue.ts'
import type { hubText } from '#text/hub.ts'

export const hub: Words<typeof hubText> = {
  title: 'Guardian-Hub',
  loading: 'Guardian-Hub wird geladen',
  tabs: { approvals: 'Genehmigungen', invites: 'Geschützte Wallets' },

  allClear: 'Alles erledigt',
  willAppear: 'Transaktionen, die Ihre Genehmigung brauchen, stehen hier.',
  invitesWait: (count) => (count === 1 ? '1 Einladung wartet' : `${count} Einladungen warten`),
  what: 'der Genehmigungen',
  card: (amount, initiator) => `${amount} von ${initiator}`,
  speedUp: 'Beschleunigen',
  speedUpCard: (amount, initiator) => `Höhere Gebühr für ${amount} von ${initiator}`,
  speedUpFollows:
    'Diese Überweisung wurde schon gesendet und wartet auf das Netzwerk. Es wird nichts weiter gesendet: Nur ihre Gebühr kann steigen.',
  atMost: 'Höchstens ',
  feeBefore: 'Netzwerkgebühr bisher',
  feeThen: 'Höhere Netzwerkgebühr',
  from: 'Von',
  approve: 'Genehmigen',
  approving: 'Genehmigt…',
  decline: 'Ablehnen',
  addReason: 'Grund angeben',
  reason: 'Grund',
  reasonHint: 'Der Inhaber und die anderen Guardians lesen ihn.',
  reasonDeclines: 'Ein Grund gehört zum Ablehnen. Löschen Sie ihn, um zu genehmigen.',
  details: 'Details',
  sheet: 'Transaktionsdetails',

  expires: 'Gültig bis',
  data: (bytes) => (bytes === 1 ? 'Daten (1 Byte)' : `Daten (${bytes} Bytes)`),

  approved: 'Genehmigt.',
  declined: 'Abgelehnt.',
  sending: 'Wird an die Blockchain gesendet...',
  more: (left) =>
    left === 1 ? '1 weiterer Guardian muss genehmigen.' : `${left} weitere Guardians müssen genehmigen.`,
  wrongWallet: (address) => `Nur die Wallet ${address} kann das genehmigen, und sie gehört nicht zu Ihren.`,

  past: 'Frühere Entscheidungen',
  decisions: {
    pending: 'Offen',
    approved: 'Genehmigt',
    rejected: 'Abgelehnt',
    skipped: 'Übergangen',
    unknown: 'Unbekannt',
  },

  noWallets: 'Keine Wallets',
  guardsNone: 'Sie schützen noch keine Wallets.',
  inviteFrom: 'Einladung von',
  invites: 'Einladungen',
  accept: 'Annehmen',
  noInvites: 'Keine offenen Einladungen.',
  differs: (line) =>
    `Der Text zum Unterschreiben sagt etwas anderes als diese Seite: ${line}. Es wurde nichts unterschrieben. Laden Sie neu und fragen Sie den Inhaber, bevor Sie es noch einmal versuchen.`,
  unknownForm:
    'Diese Seite kann den Text zum Unterschreiben nicht lesen. Es wurde nichts unterschrieben. Laden Sie neu, um die neueste Version zu bekommen.',
  createFirst: 'Erstellen Sie zuerst eine Wallet',
  step1: 'Schritt 1. Wallet erstellen',
  step1Why: 'Mit einer eigenen Wallet unterschreiben Sie Ihre Genehmigungen.',
  createWallet: 'Wallet erstellen',
  step2: 'Schritt 2. Guardian werden',
  done: 'Erledigt',
}
