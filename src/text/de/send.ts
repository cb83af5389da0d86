import type { Words } from '#text/catalogue.ts'
import type { sendText } from '#text/send.ts'

export const send: Words<typeof sendText> = {
  title: 'Senden',
  details: 'Transaktionsdetails',
  wallet: 'Wallet',
  walletGone: 'Wählen Sie eine Wallet, die senden darf.',
  asset: 'Asset',
  choose: 'Wählen',
  loadingAssets: 'Assets werden geladen…',
  assetsFailed: 'Die Assets konnten nicht geladen werden.',
  offline: 'Die Assets dieser Wallet wurden noch nicht geladen. Das geschieht, sobald Sie online sind.',
  tryAgain: 'Erneut versuchen',
  address: 'Wallet-Adresse',
  recipients: {
    list: 'Empfänger',
    recent: 'Zuletzt',
    people: 'Personen',
    wallets: 'Meine Wallets',
    open: 'Adressbuch öffnen',
    noName: 'Noch kein Name',
    lastSent: (day) => `Zuletzt am ${day}`,
    sent: { before: 'Gesendet: ', after: (day) => `, ${day}` },
    found: (count) => (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
    clear: 'Empfänger löschen',
  },
  lookAlike: {
    title: (name) => `Das ist nicht ${name}`,
    why: 'Anfang und Ende sind gleich, die Mitte ist anders. Solche Adressen sollen täuschen.',
    entered: 'Sie haben eingegeben',
    use: (name) => `Stattdessen ${name} verwenden`,
    checked: 'Ich habe die Adresse auf anderem Weg mit dem Empfänger geprüft',
    unchecked: 'Prüfen Sie die Adresse zuerst mit dem Empfänger',
  },
  note: 'Notiz',
  noteHint: 'Optional. Nur Sie und Ihre Guardians sehen sie.',
  amount: 'Betrag',
  available: (units) => `Verfügbar: ${units}`,
  max: 'Max.',
  maxOpen:
    'Alles, was die Netzwerkgebühr übrig lässt. Es wird eingetragen, sobald der Empfänger bekannt ist.',
  decimals: (symbol, most) =>
    most === 1
      ? `${symbol} hat höchstens 1 Nachkommastelle.`
      : `${symbol} hat höchstens ${most} Nachkommastellen.`,
  gasNeeded: (fee, coin, network, owned) =>
    `Sie brauchen etwa ${fee} ${coin} auf ${network}; Sie haben ${owned}.`,
  networkFee: 'Netzwerkgebühr',
  feeAtMost: 'Netzwerkgebühr höchstens ',
  feesLoading: 'Netzwerkgebühren werden gelesen…',
  feesOpen: 'Die Netzwerkgebühr steht fest, sobald Empfänger und Betrag bekannt sind.',
  feesFailed: 'Die Netzwerkgebühren konnten nicht gelesen werden. Neuer Versuch…',
  quoteWaiting: 'Die Netzwerkgebühr wird geprüft…',
  quoteFailed:
    'Die Netzwerkgebühr dieser Überweisung konnte nicht gelesen werden. Drücken Sie „Weiter“, um es noch einmal zu versuchen.',
  submit: 'Absenden',
  waiting: 'Warten auf Ihre Guardians',
  sent: 'Abgesendet. Wird an die Blockchain gesendet...',
  view: 'Ansehen',
  checking: 'Es wird geprüft, ob sie angenommen wurde…',
  unanswered:
    'Das letzte Absenden wurde nicht beantwortet. Was Sie jetzt absenden, tritt an dessen Stelle: Nur eines von beiden wird gesendet.',
  unknown:
    'Der Server hat nicht geantwortet, deshalb ist nicht bekannt, ob die Überweisung angenommen wurde. Sehen Sie in der Aktivität nach, bevor Sie noch einmal senden.',
  notSent: 'Es wurde nichts gesendet, und Ihr Guthaben ist unverändert.',
  earlierSent:
    'Die Überweisung, die Sie vorher abgesendet haben, wurde angenommen, deshalb wurde diese nicht gesendet. Sehen Sie in der Aktivität nach, bevor Sie noch einmal senden.',
}
