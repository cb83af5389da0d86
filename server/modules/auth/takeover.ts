import { asc, eq, isNotNull } from 'drizzle-orm'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { backupCodes, identities, users } from '#server/db/schema/auth.ts'
import { approvers } from '#server/db/schema/guardian.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import type { Deps } from '#server/deps.ts'

/** Invitations that nobody answered yet: an older version kept them in the database only. */
const takeOverInvites = async ({ db, custody, log }: Pick<Deps, 'db' | 'custody' | 'log'>): Promise<void> => {
  const open = await db
    .select({
      inviteId: approvers.id,
      walletId: approvers.walletId,
      email: approvers.email,
      owner: users.email,
      until: approvers.expiresAt,
    })
    .from(approvers)
    .innerJoin(wallets, eq(wallets.id, approvers.walletId))
    .innerJoin(users, eq(users.id, wallets.userId))
    .where(eq(approvers.status, 'pending'))
  for (const { until, ...invite } of open) {
    try {
      await custody.importInvite({ ...invite, expiresAt: until.toISOString() })
    } catch (error) {
      if (!(error instanceof CustodyRefusal)) throw error
      const { inviteId } = invite
      log.warn({ err: error, inviteId }, 'An invitation could not be taken over: it has to be sent again')
    }
  }
}

/**
 * Once, at the first start after an upgrade: factors that an older version kept in the database go to custody, and are
 * emptied here. May be cut short and begun again; afterwards custody takes nobody over any more.
 */
export const takeOverPeople = async ({
  db,
  custody,
  sealer,
  log,
}: Pick<Deps, 'db' | 'custody' | 'sealer' | 'log'>): Promise<void> => {
  if (await custody.importOpen({})) {
    const [totp, codes] = [sealer('totp'), sealer('backup-code')]
    for (const user of await db.select().from(users).orderBy(asc(users.createdAt))) {
      const own = await db
        .select()
        .from(backupCodes)
        .where(eq(backupCodes.userId, user.id))
        .orderBy(asc(backupCodes.position))
      const linked = await db.select().from(identities).where(eq(identities.userId, user.id))
      const { taken } = await custody.importPerson({
        userId: user.id,
        email: user.email,
        ...(user.totpSecret !== null && {
          authenticator: { secret: totp.open(user.totpSecret, user.id), step: user.totpStep ?? 0 },
        }),
        codes: own.map(({ id, sealed, usedAt }) => ({
          value: codes.open(sealed, id),
          ...(usedAt && { usedAt: usedAt.toISOString() }),
        })),
        identities: linked.map(({ id }) => id),
      })
      if (!taken) log.warn({ userId: user.id }, 'Custody knows this person already')
    }
    await takeOverInvites({ db, custody, log })
    await custody.closeImport({})
  }
  await db.update(users).set({ totpSecret: null, totpStep: null }).where(isNotNull(users.totpSecret))
  await db.delete(backupCodes)
  await db.delete(identities)
}
