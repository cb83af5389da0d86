import { eq, isNotNull } from 'drizzle-orm'
import type { Sealer } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { backupCodes, users } from '#server/db/schema/auth.ts'
import { dappStorage } from '#server/db/schema/dapp.ts'

interface Field {
  id: string
  sealed: string | null
}

/**
 * Seals every hidden field of the database again with the ring's current key: factors of an installation that custody
 * has not taken over yet, and what the WalletConnect client keeps. Each row is a step of its own and a current one is
 * skipped, so a run that was cut short goes on where it ended. Answers how many fields changed.
 */
export const resealDatabase = async (db: Db, sealerOf: (purpose: string) => Sealer): Promise<number> => {
  let changed = 0
  const reseal = async (
    purpose: string,
    fields: Field[],
    store: (id: string, sealed: string) => Promise<unknown>,
  ) => {
    const sealer = sealerOf(purpose)
    for (const { id, sealed } of fields) {
      if (sealed === null || sealer.isCurrent(sealed)) continue
      await store(id, sealer.seal(sealer.open(sealed, id), id))
      changed += 1
    }
  }

  await reseal(
    'totp',
    await db
      .select({ id: users.id, sealed: users.totpSecret })
      .from(users)
      .where(isNotNull(users.totpSecret)),
    (id, totpSecret) => db.update(users).set({ totpSecret }).where(eq(users.id, id)),
  )
  await reseal(
    'backup-code',
    await db.select({ id: backupCodes.id, sealed: backupCodes.sealed }).from(backupCodes),
    (id, sealed) => db.update(backupCodes).set({ sealed }).where(eq(backupCodes.id, id)),
  )
  // In front of a record is its sealed hash; that of the keys is sealed as a whole.
  const headsOf = (await db.select().from(dappStorage)).map(({ key, value }) => {
    const [sealed = '', ...text] = value.split('\n')
    return { id: key, sealed, rest: ['', ...text].join('\n') }
  })
  await reseal(
    'wallet-connect',
    // What an older version left open is not taken up any more.
    headsOf.filter(({ sealed }) => sealed.startsWith('v1.')),
    (key, sealed) => {
      const rest = headsOf.find(({ id }) => id === key)?.rest ?? ''
      return db
        .update(dappStorage)
        .set({ value: sealed + rest })
        .where(eq(dappStorage.key, key))
    },
  )
  return changed
}
