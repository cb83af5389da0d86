import type { Words } from '#text/catalogue.ts'
import type { updateText } from '#text/update.ts'

export const update: Words<typeof updateText> = {
  page: {
    title: 'Countersign aktualisieren',
    text: 'Der Server ist neuer als diese Seite. Nichts ist verloren: Aktualisieren Sie und machen Sie weiter, wo Sie sind.',
    action: 'Aktualisieren',
  },
  server: {
    title: 'Countersign wird aktualisiert',
    text: 'Diese Seite ist neuer als der Server. Nichts ist verloren: Versuchen Sie es in ein paar Minuten noch einmal.',
    action: 'Erneut versuchen',
  },
  newVersion: 'Eine neue Version ist verfügbar.',
  stale:
    'Dieser Schritt braucht die neue Version. Laden Sie neu, um sie zu bekommen: Was Sie eingegeben haben, wird nicht aufbewahrt.',
}
