import type { Words } from '#text/catalogue.ts'
import type { dappsText } from '#text/dapps.ts'

export const dapps: Words<typeof dappsText> = {
  account: 'Konto',
  action: 'Aktion',
  allData: 'Alle Daten',
  approve: 'Genehmigen',
  approved: 'Genehmigt…',
  cancel: 'Abbrechen',
  canceled: 'Abgebrochen…',
  close: 'Schließen',
  confirm: 'Bestätigen',
  confirmed: 'Bestätigt…',
  connect: 'Verbinden',
  connected: (name) => `${name} ist verbunden.`,
  connecting: 'Verbunden…',
  connectTo: 'Verbinden...',
  counting: 'Wird berechnet…',
  creation: 'Erstellt einen Contract',
  dapp: 'DApp',
  dapps: 'DApps',
  dappsOf: 'der DApps',
  data: 'Daten',
  disconnect: 'Trennen',
  disconnected: 'Getrennt',
  expires: 'Gültig bis',
  gaps: 'Diese Nachricht versteckt Text hinter leeren Zeilen oder Zeichen. Sie sind hier weggelassen, damit Sie alles sehen.',
  guarded: { before: 'Nach Ihrer Bestätigung ist die Genehmigung durch ', after: ' Guardians nötig.' },
  guardedPermission: {
    before: 'Diese Berechtigung braucht die Genehmigung durch ',
    after: ' Guardians. Bei ihrer Nutzung werden sie nicht mehr gefragt.',
  },
  guardsTransactions:
    'Ihre Guardians müssen Transaktionen dieser DApp genehmigen. Nachrichten werden ohne sie unterschrieben.',
  inOrder: (names) => `Der Reihe nach: ${names.join(', ')}.`,
  issuedAt: 'Ausgestellt',
  knowHash: 'Ich weiß, wozu dieser Hash gehört',
  link: 'Link',
  lookingUp: 'Es wird geprüft, wer anfragt…',
  message: 'Nachricht',
  messageOf: (lines) =>
    lines === 1 ? 'Nachricht · 1 Zeile' : `Nachricht · ${lines} Zeilen, scrollen Sie bis zum Ende`,
  method: 'Methode',
  moreAfter: (blanks) =>
    blanks === 1
      ? '… nach 1 leeren Zeichen folgt weiterer Text'
      : `… nach ${blanks} leeren Zeichen folgt weiterer Text`,
  moreBelow: (lines) =>
    lines === 1 ? '… 1 Zeile tiefer folgt weiterer Text' : `… ${lines} Zeilen tiefer folgt weiterer Text`,
  network: 'Netzwerk',
  networks: 'Netzwerke',
  nonce: 'Nonce',
  noLimit: {
    lead: 'Ohne Grenze.',
    rest: (token) =>
      `Damit kann Ihnen jederzeit ${token} genommen werden, auch später Eingehendes, ohne dass Sie noch einmal gefragt werden.`,
  },
  none: 'Keine DApps',
  noRequests: 'Keine Anfragen',
  noRequestsYet: 'Sie haben keine Anfragen.',
  noSignIn:
    'Das sieht wie eine Anmeldung aus, ist aber nicht so geschrieben, wie es sein muss. Unterschreiben Sie nur, wenn Sie den Grund kennen.',
  notBefore: 'Nicht vor',
  notConnected: (wallet) => `${wallet} ist mit keiner DApp und keinem Dienst verbunden.`,
  notSender: 'Der Absender ist keine Adresse dieser Wallet, deshalb kann die Anfrage nicht bestätigt werden.',
  notSigner:
    'Der Unterzeichner ist keine Adresse dieser Wallet, deshalb kann die Anfrage nicht bestätigt werden.',
  ownWords: 'Name, Text und Adresse hat die DApp selbst geschrieben. Niemand hat sie geprüft.',
  pasteLink: 'Kopieren Sie den Verbindungslink aus der App und fügen Sie ihn hier ein.',
  personalSign: 'Nachricht unterschreiben',
  rawHash:
    'Das ist ein bloßer Hash. Wer diese Unterschrift erhält, kann damit möglicherweise Assets bewegen.',
  reaching: 'Die App wird kontaktiert. Das kann einige Sekunden dauern.',
  reject: 'Ablehnen',
  rejectAll: 'Trennen und alle ablehnen',
  proposalRejected: 'Die Verbindung wurde abgelehnt.',
  rejected: 'Abgelehnt…',
  requestId: 'Anfrage-ID',
  requestRejected: 'Die Anfrage wurde abgelehnt.',
  requests: 'Anfragen',
  requestsOf: 'der Anfragen',
  resources: 'Ressourcen',
  review: 'Prüfen',
  sendTransaction: 'Transaktion senden',
  sent: 'Die Transaktion ist unterwegs.',
  short: (needed, available) =>
    `Nicht genug Guthaben: Es können ${needed} nötig sein, verfügbar sind ${available}.`,
  showAll: 'Alle anzeigen',
  signed: (name) => `${name} hat Ihre Unterschrift.`,
  signer: 'Unterzeichner',
  signInTo: 'Anmelden bei',
  status: 'Status',
  siteUnchecked:
    'Die Website wird mit der Adresse verglichen, die die DApp selbst geschrieben hat. Nur Sie können sehen, ob Sie auf dieser Website sind.',
  sureToDisconnect:
    'Möchten Sie die Verbindung wirklich trennen? Die Website funktioniert danach vielleicht nicht mehr ganz.',
  turns:
    'Diese Nachricht kehrt die Richtung ihres Textes um und liest sich deshalb vielleicht anders, als sie unterschrieben wird. Unterschreiben Sie nur, wenn Sie den Grund kennen.',
  unanswered:
    'Die App hat nicht geantwortet. Kopieren Sie dort einen neuen Link und versuchen Sie es noch einmal.',
  unchecked: 'Eigene Angabe. Niemand hat sie geprüft.',
  unreadable: 'Diese Anfrage ist nicht lesbar und kann deshalb nicht bestätigt werden.',
  uri: 'URI',
  value: 'Betrag',
  version: 'Version',
  view: 'Ansehen',
  waiting: 'Warten auf Ihre Guardians',
  wallet: 'Wallet',
  wants: (name) => `${name} möchte sich verbinden`,
  wantsToConnect: 'möchte sich verbinden',
  wouldFail: (reason) => `Das würde jetzt fehlschlagen: ${reason}`,
}
