import type { Words } from '#text/catalogue.ts'
import type { contactsText } from '#text/contacts.ts'

export const contacts: Words<typeof contactsText> = {
  title: 'Adressbuch',
  what: 'der Kontakte',
  add: 'Kontakt hinzufügen',
  search: 'Namen und Adressen suchen',
  exportCsv: 'CSV exportieren',
  importCsv: 'CSV importieren',
  none: 'Noch keine Kontakte',
  start: 'Geben Sie einer Adresse einen Namen, und Sie finden ihn überall beim Senden und Nachsehen.',
  nothingFound: 'Nichts gefunden',
  clearSearch: 'Suche löschen',
  list: (count) => `Adressbuch, ${count === 1 ? '1 Eintrag' : `${count} Einträge`}`,
  transfers: (count) => (count === 1 ? '1 Überweisung' : `${count} Überweisungen`),
  myWallet: 'Meine Wallet',
  byWallet: 'Nach der Wallet benannt',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  send: 'Senden',
  sendTo: (name) => `An ${name} senden`,
  choose: 'Wählen',
  chooseOf: (name) => `${name} wählen`,
  noneFits: 'Keiner Ihrer Kontakte hat eine Adresse in diesem Netzwerk.',
  networks: {
    evm: 'Ethereum, Polygon, Redbelly',
    bitcoin: 'Bitcoin',
    testnet: 'Bitcoin Testnet',
    regtest: 'Bitcoin Regtest',
    unknown: 'Anderes Netzwerk',
  },

  newContact: 'Neuer Kontakt',
  editContact: 'Kontakt bearbeiten',
  name: 'Name',
  nameHint: 'Nur Sie sehen diesen Namen',
  address: 'Adresse',
  anotherAddress: 'Weitere Adresse',
  addAddress: 'Weitere Adresse hinzufügen',
  sameAddress: 'Redbelly, Ethereum und Polygon haben dieselbe Adresse',
  note: 'Notiz',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  delete: 'Kontakt löschen',

  deleteTitle: (name) => `${name} löschen?`,
  deleteFollows:
    'Der Name verschwindet aus Ihrem Adressbuch. Transaktionen bleiben und zeigen wieder die Adresse.',
  changed: 'Außerhalb von Countersign geändert',
  changedWhat:
    'So, wie sie jetzt sind, haben Sie diese Einträge nicht gespeichert: Sie benennen keine Adresse. Löschen Sie sie und legen Sie sie neu an.',
  nameless: 'Eintrag ohne Namen',
  deleteOf: (name) => `${name} löschen`,
  deleteChanged: 'Legen Sie ihn danach neu an, mit einer Adresse, die Sie aus anderer Quelle kennen.',
  keep: 'Behalten',
  deleteIt: 'Löschen',

  importTitle: 'Kontakte importieren',
  importWhat:
    'Eine CSV-Datei mit den Spalten Name, Network, Address und Note, wie sie der CSV-Export schreibt. Network darf leer sein.',
  file: 'CSV-Datei',
  tooLarge: 'Diese Datei ist größer als 256 KB.',
  found: (count) => (count === 1 ? '1 Kontakt ist neu.' : `${count} Kontakte sind neu.`),
  known: (count) =>
    count === 1
      ? '1 steht schon in Ihrem Adressbuch und bleibt, wie er ist.'
      : `${count} stehen schon in Ihrem Adressbuch und bleiben, wie sie sind.`,
  wrong: (count) =>
    `Es wurde nichts hinzugefügt: ${count === 1 ? '1 Zeile hat Fehler' : `${count} Zeilen haben Fehler`}.`,
  line: (number) => `Zeile ${number}`,
  more: (count) => `und ${count} weitere`,
  addAll: (count) => (count === 1 ? '1 Kontakt hinzufügen' : `${count} Kontakte hinzufügen`),
  adding: 'Wird hinzugefügt…',
  added: (count) => (count === 1 ? '1 Kontakt hinzugefügt' : `${count} Kontakte hinzugefügt`),
}
