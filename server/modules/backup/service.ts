import type { BackupCode } from '#contract/user.ts'
import type { Custody } from '#server/custody/custody.ts'
import { answered } from '#server/modules/auth/refusal.ts'

/** Backup codes lie in custody; whoever shows the cookie of a session may read its person's. */
export const makeBackup = ({ custody }: { custody: Custody }) => ({
  list: (grant: string): Promise<BackupCode[]> => answered(custody.backupCodes({ grant })),
  /** Once per completed set-up or restore, in the session that it opened. */
  generate: (grant: string): Promise<BackupCode[]> => answered(custody.makeBackupCodes({ grant })),
})
export type Backup = ReturnType<typeof makeBackup>
