import type { Words } from '#text/catalogue.ts'
import type { stepUpText } from '#text/stepup.ts'

export const stepUp: Words<typeof stepUpText> = {
  title: 'Bestätigen Sie, dass Sie es sind',
  lead: 'Dafür ist ein neuer Code aus Ihrer Authenticator-App nötig.',
  backupLead: 'Dafür ist ein unbenutzter Backup-Code nötig. Jeder gilt einmal.',
  app: 'Aus Ihrer Authenticator-App',
  backup: 'Einer Ihrer unbenutzten Backup-Codes',
  checking: 'Wird geprüft…',
  useBackup: 'Backup-Code verwenden',
  useApp: 'Authenticator-App verwenden',

  acts: {
    approvalOff: (wallet) => `Um die Guardian-Genehmigung für ${wallet} auszuschalten.`,
    consensus: (wallet) => `Um weniger Guardians von ${wallet} zu fragen.`,
    invite: 'Um einen Guardian einzuladen.',
    remove: 'Um einen Guardian zu entfernen.',
    codes: 'Um Ihre Backup-Codes zu sehen.',
    end: 'Um ein anderes Gerät abzumelden.',
    endOthers: 'Um überall sonst abzumelden.',
    endAll: 'Um auf allen Geräten abzumelden.',
  },
}
