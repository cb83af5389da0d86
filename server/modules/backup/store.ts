import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { BACKUP_CODE_COUNT, BACKUP_CODE_LENGTH } from '#contract/limit.ts'
import type { BackupCode } from '#contract/user.ts'
import type { Sealer } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { backupCodes } from '#server/db/schema/auth.ts'

export interface Codes {
  list(db: Db | Tx, userId: string): Promise<BackupCode[]>
  replace(tx: Tx, userId: string, makeCode: (digits: number) => string): Promise<BackupCode[]>
  /** True once per code. */
  use(tx: Tx, userId: string, same: (value: string) => boolean, now: Date): Promise<boolean>
}

export const makeCodes = (sealer: Sealer): Codes => {
  const rowsOf = (db: Db | Tx, userId: string) =>
    db.select().from(backupCodes).where(eq(backupCodes.userId, userId)).orderBy(asc(backupCodes.position))

  const list: Codes['list'] = async (db, userId) =>
    (await rowsOf(db, userId)).map((row) => ({
      value: sealer.open(row.sealed, row.id),
      usedAt: row.usedAt?.toISOString(),
    }))

  return {
    list,
    async replace(tx, userId, makeCode) {
      await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
      const values = new Set<string>()
      while (values.size < BACKUP_CODE_COUNT) values.add(makeCode(BACKUP_CODE_LENGTH))
      await tx.insert(backupCodes).values(
        [...values].map((value, position) => {
          const id = randomUUID()
          return { id, userId, position, sealed: sealer.seal(value, id) }
        }),
      )
      return list(tx, userId)
    },
    async use(tx, userId, same, now) {
      // All are opened and compared, so that the time says nothing about which one it was.
      const matches = (await rowsOf(tx, userId)).filter((row) => same(sealer.open(row.sealed, row.id)))
      const [match] = matches.filter((row) => row.usedAt === null)
      if (!match) return false
      const used = await tx
        .update(backupCodes)
        .set({ usedAt: now })
        .where(and(eq(backupCodes.id, match.id), isNull(backupCodes.usedAt)))
        .returning({ id: backupCodes.id })
      return used.length === 1
    },
  }
}
