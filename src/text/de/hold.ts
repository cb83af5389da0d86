import type { Words } from '#text/catalogue.ts'
import type { holdText } from '#text/hold.ts'

export const hold: Words<typeof holdText> = {
  note: ({ owner, operator, guardians, isWhole }) =>
    [
      isWhole
        ? 'Das Senden aus dieser Wallet ist zur Prüfung angehalten.'
        : 'Das Senden aus dieser Wallet ist auf einem Netzwerk zur Prüfung angehalten.',
      'Nichts ist verloren, und Sie können weiter empfangen.',
      ...(owner ? ['Sie müssen zustimmen, bevor es weitergeht.'] : []),
      ...(guardians > 0
        ? [
            guardians === 1
              ? 'Ein weiterer Guardian muss zustimmen.'
              : `${guardians} weitere Guardians müssen zustimmen.`,
          ]
        : []),
      ...(operator
        ? [
            'Ein Betreiber muss es aufheben: Schreiben Sie dem Support, wenn Ihnen niemand den Grund genannt hat.',
          ]
        : []),
      ...(owner || operator || guardians > 0
        ? []
        : ['Alle haben zugestimmt: Mit Ihrer nächsten Überweisung endet es.']),
    ].join(' '),
  review: 'Prüfen',
}
