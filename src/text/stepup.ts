import { texts } from './catalogue.ts'

export const stepUpText = texts('stepUp', {
  title: 'Confirm it’s you',
  lead: 'This needs a fresh code from your authenticator app.',
  backupLead: 'This needs one of your unused backup codes. Each works once.',
  app: 'From your authenticator app',
  backup: 'One of your unused backup codes',
  checking: 'Checking…',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',

  acts: {
    approvalOff: (wallet: string) => `To switch off Guardian approval for ${wallet}.`,
    consensus: (wallet: string) => `To ask fewer Guardians of ${wallet}.`,
    invite: 'To invite a Guardian.',
    remove: 'To remove a Guardian.',
    codes: 'To see your backup codes.',
    end: 'To sign out another device.',
    endOthers: 'To sign out everywhere else.',
    endAll: 'To sign out on all devices.',
  },
})
