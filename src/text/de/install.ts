import type { Words } from '#text/catalogue.ts'
import type { installText } from '#text/install.ts'

export const install: Words<typeof installText> = {
  title: 'Countersign installieren',
  lead: 'Dieser Browser hat dafür keine Schaltfläche, aber drei Schritte tun dasselbe.',
  leads: {
    installed: 'Countersign läuft hier schon als eigene App.',
    firefox:
      'Firefox auf dem Computer kann keine Seiten installieren. Ein anderer Browser kann es in drei Schritten.',
  },
  steps: {
    installed: [],
    apple: [
      'Tippen Sie in der Leiste des Browsers auf „Teilen“.',
      'Wählen Sie „Zum Home-Bildschirm“.',
      'Tippen Sie auf „Hinzufügen“ und öffnen Sie Countersign vom Home-Bildschirm.',
    ],
    mac: [
      'Öffnen Sie das Menü „Ablage“.',
      'Wählen Sie „Zum Dock hinzufügen“.',
      'Klicken Sie auf „Hinzufügen“ und öffnen Sie Countersign aus dem Dock.',
    ],
    android: [
      'Öffnen Sie das Menü des Browsers.',
      'Wählen Sie „App installieren“ oder „Zum Startbildschirm hinzufügen“.',
      'Tippen Sie auf „Installieren“ und öffnen Sie Countersign vom Startbildschirm.',
    ],
    firefox: [
      'Kopieren Sie die Adresse dieser Seite.',
      'Öffnen Sie sie in Chrome, Edge oder Safari und melden Sie sich dort an.',
      'Wählen Sie im Menü dieses Browsers „App installieren“.',
    ],
    chromium: [
      'Öffnen Sie das Menü des Browsers oben rechts.',
      'Wählen Sie „Streamen, speichern und teilen“, in Edge „Apps“.',
      'Wählen Sie „Seite als App installieren“ und dann „Installieren“.',
    ],
  },
}
