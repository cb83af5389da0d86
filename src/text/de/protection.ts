import type { Words } from '#text/catalogue.ts'
import type { protectionText } from '#text/protection.ts'

export const protection: Words<typeof protectionText> = {
  protected: 'Geschützt',
  approve: (count, of) => `${count} von ${of} Guardians ${count === 1 ? 'muss' : 'müssen'} genehmigen`,
  unprotected: 'Ungeschützt',
  add: 'Guardian hinzufügen',
  notYet: 'Noch nicht geschützt',
  invited: (count) => `${count} eingeladen`,
  weaker: (when) => `Schwächere Regeln gelten ab ${when}`,
  frozen: 'Von einem Guardian eingefroren',
  held: 'Zur Prüfung angehalten. Nichts ist verloren.',

  missing: 'Noch nicht geschützt: Kein Guardian hat angenommen',
}
