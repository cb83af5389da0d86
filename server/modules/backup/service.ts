import { eq } from 'drizzle-orm'
import type { BackupCode } from '#contract/user.ts'
import type { Tx } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/auth.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, unauthorized } from '#server/error.ts'
import { randomDigits, sameText } from '#server/modules/auth/secret.ts'
import { makeCodes } from './store.ts'

export const makeBackup = (deps: Pick<Deps, 'db' | 'sealer'>) => {
  const codes = makeCodes(deps.sealer('backup-code'))
  return {
    list: (userId: string): Promise<BackupCode[]> => codes.list(deps.db, userId),

    /** True once per code; the caller counts wrong tries. */
    use: (tx: Tx, userId: string, code: string, now: Date): Promise<boolean> =>
      codes.use(tx, userId, (value) => sameText(value, code), now),

    /** Once per completed setup or restore, in the session that it opened. */
    generate: (userId: string, sessionId: string): Promise<BackupCode[]> =>
      deps.db.transaction(async (tx) => {
        const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update')
        if (!session) throw unauthorized()
        if (session.kind !== 'setup' && session.kind !== 'restore') {
          throw forbidden('Backup codes are made after two-factor authentication is set up or restored')
        }
        if (session.codesGenerated) throw conflict('The backup codes were already generated')
        await tx.update(sessions).set({ codesGenerated: true }).where(eq(sessions.id, sessionId))
        return codes.replace(tx, userId, randomDigits)
      }),
  }
}
export type Backup = ReturnType<typeof makeBackup>
