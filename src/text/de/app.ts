import type { appText } from '#text/app.ts'
import type { Words } from '#text/catalogue.ts'

export const app: Words<typeof appText> = {
  navigation: 'Hauptmenü',
  wallets: 'Meine Wallets',
  hub: 'Guardian-Hub',
  logOut: 'Abmelden',
  inbox: 'Eingang',
  inboxWaiting: (count) => (count === 1 ? 'Eingang, 1 wartet auf Sie' : `Eingang, ${count} warten auf Sie`),
  waiting: (count) => (count === 1 ? '1 wartet auf Sie' : `${count} warten auf Sie`),
  theme: (theme) => `Design: ${theme}`,

  offline: 'Sie sind offline. Gezeigt werden gespeicherte Daten.',
  down: 'Keine Verbindung. Gezeigt werden gespeicherte Daten.',

  menu: {
    account: 'Konto',
    settings: 'Einstellungen',
    book: 'Adressbuch',
    notifications: 'Benachrichtigungen',
    install: 'App installieren',
    codes: 'Backup-Codes',
    theme: 'Design',
    everywhere: 'Auf allen Geräten abmelden',
  },

  errorCode: 'Fehlercode',
  copyErrorCode: 'Fehlercode kopieren',

  notifications: 'Benachrichtigungen',
  allowed: { granted: 'An', default: 'Aus', denied: 'Blockiert', unsupported: 'Nicht unterstützt' },
  explained: {
    granted: 'Benachrichtigungen sind an. Sie erscheinen, während diese Seite im Hintergrund ist.',
    default: 'Countersign kann Ihnen melden, wenn eine DApp oder eine Transaktion auf Ihre Antwort wartet.',
    denied:
      'Dieser Browser blockiert Benachrichtigungen von Countersign. Öffnen Sie die Website-Einstellungen neben der Adresszeile, erlauben Sie dort Benachrichtigungen und laden Sie die Seite neu.',
    unsupported: 'Dieser Browser kennt keine Benachrichtigungen für Webseiten.',
  },
  enable: 'Einschalten',
  sendTest: 'Test senden',
  testWorks: 'Benachrichtigungen funktionieren.',

  walletCreated: (name) => `Die Wallet ${name} ist bereits erstellt.`,
}
