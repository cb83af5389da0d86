import type { Words } from '#text/catalogue.ts'
import type { walletNameText } from '#text/walletname.ts'

export const walletName: Words<typeof walletNameText> = {
  create: {
    title: 'Neue Wallet erstellen',
    name: 'Name der Wallet',
    hint: "Nur Buchstaben, Leerzeichen und , . ' -",
    submit: 'Wallet erstellen',
    working: 'Wallet wird erstellt…',
  },
  renameDialog: {
    title: 'Wallet umbenennen',
    hint: 'Bis zu 20 Zeichen, Buchstaben und Ziffern',
    submit: 'Speichern',
    working: 'Gespeichert…',
  },
}
