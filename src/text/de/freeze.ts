import type { Words } from '#text/catalogue.ts'
import type { freezeText } from '#text/freeze.ts'

export const freeze: Words<typeof freezeText> = {
  title: 'Ihr Konto einfrieren?',
  lead: 'Tun Sie das, wenn nicht Sie einen Backup-Code benutzt oder einen neuen Authenticator verlangt haben. Dann wird nichts mehr gesendet oder genehmigt, und was noch nicht unterschrieben ist, wird nicht gesendet.',
  freeze: 'Konto einfrieren',
  mine: 'Das war ich',
  frozen: 'Ihr Konto ist eingefroren',
  lift: 'Es wird nichts gesendet oder genehmigt. Ein Code Ihres Authenticators hebt das auf und beendet alle Sitzungen.',
  undo: 'Es wird nichts gesendet oder genehmigt. Ein Code Ihres alten Authenticators hebt das auf: Der alte gilt wieder, der neue nicht mehr, und alle Sitzungen enden. Was Sie danach senden und genehmigen, wartet so lange wie nach einer Wiederherstellung.',
  goesOn: (date) =>
    `Jemand hat einem Betreiber mitgeteilt, dass Sie keinen Authenticator mehr haben. Das zählt ab ${date} weiter: Ihr Link hat es einmal aufgehalten und tut es nicht noch einmal. Ein Code Ihres Authenticators tut es.`,
  without:
    'Sie haben ihn nicht mehr? Ein Betreiber kann das nach sieben Tagen aufheben. Schreiben Sie dem Support.',
  lifted: 'Das Einfrieren ist aufgehoben',
  liftedLead:
    'Melden Sie sich mit Ihrem Authenticator an. Ihre Backup-Codes gelten nicht mehr: Erstellen Sie neue im Kontomenü unter „Backup-Codes“.',
  undoneLead:
    'Melden Sie sich mit Ihrem alten Authenticator an. Was Sie senden und genehmigen, wartet so lange wie nach einer Wiederherstellung. Ihre Backup-Codes gelten nicht mehr: Erstellen Sie neue im Kontomenü unter „Backup-Codes“.',
  signIn: 'Anmelden',
}
