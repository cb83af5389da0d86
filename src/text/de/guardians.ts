import type { Words } from '#text/catalogue.ts'
import type { guardiansText } from '#text/guardians.ts'

const approve = (consensus: number, confirmed: number): string =>
  `${consensus === 1 ? 'muss' : 'müssen'} ${consensus} von ${confirmed} Guardians genehmigen`

export const guardians: Words<typeof guardiansText> = {
  approval: 'Guardian-Genehmigung',
  purpose:
    'Schützen Sie Ihre Assets: Fügen Sie bis zu drei Guardians hinzu, die Ihre Transaktionen genehmigen oder ablehnen.',
  on: 'Transaktionen brauchen die Genehmigung der Guardians',
  off: 'Transaktionen werden ohne Genehmigung der Guardians ausgeführt',
  turnOn: 'Einschalten, um Guardians hinzuzufügen.',
  starts: (when, consensus, confirmed) => `Gilt ab ${when}. Bis dahin ${approve(consensus, confirmed)}.`,
  offTitle: 'Guardian-Genehmigung ausschalten?',
  offFollows: (wallet) => `Eine Unterschrift genügt dann, um alles in ${wallet} zu bewegen.`,
  atStake: 'Betroffen',
  today: 'Heute',
  outOf: (consensus, confirmed) => `${consensus} von ${confirmed} Guardians`,
  from: (when) => `Ab ${when}`,
  fromNow: 'Ab sofort',
  nobody: 'Niemand',
  offStays: 'Ihre Guardians bleiben, und was auf sie wartet, wartet weiter.',
  offMail: 'Sie und Ihre Guardians erhalten eine E-Mail über diese Änderung.',
  offBack: 'Bis dahin können Sie sie zurücknehmen.',
  switchOff: 'Ausschalten',
  keep: 'Anlassen',

  mine: 'Meine Guardians',
  what: 'der Guardians',
  add: 'Guardian hinzufügen',
  none: 'Noch keine Guardians',
  addFirst: 'Fügen Sie einen Guardian hinzu, dann werden Genehmigungen verlangt.',
  pendingInvite: 'Einladung offen',
  resend: 'Erneut senden',
  resendTo: (email) => `Einladung erneut an ${email} senden`,
  resent: 'Einladung erneut gesendet',
  remove: 'Entfernen',
  removeWho: (email) => `${email} entfernen`,
  removeTitle: 'Guardian entfernen',
  removeFollows: 'Dieser Guardian kann Ihre Transaktionen dann nicht mehr genehmigen.',

  required: 'Nötige Genehmigungen',
  select: 'Wählen Sie, wie viele Guardians eine Transaktion genehmigen müssen',
  unreachable: 'Ist ein Guardian nicht erreichbar, warten Transaktionen.',

  invite: 'Guardian einladen',
  email: 'E-Mail',
  sees: 'Ein Guardian sieht die Transaktionen, die er genehmigen soll, nie Ihre Guthaben oder andere Aktivitäten.',
  send: 'Einladung senden',
  sending: 'Einladung wird gesendet…',
  sent: 'Einladung gesendet',
  limit: 'Höchstzahl der Guardians erreicht',
  limitWhy: 'Entfernen Sie einen Guardian oder eine offene Einladung, um einen neuen hinzuzufügen.',
  exportLog: 'Genehmigungsprotokoll exportieren',
}
