import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Sealer } from '#server/custody/custody.ts'
import type { Records } from '#server/dapps/remote.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { dappStorage } from '#server/db/schema/dapp.ts'

/** The record that holds the keys of all pairings and sessions, and the client's own: nobody may read it. */
const isSecret = (key: string): boolean => key.endsWith('//keychain')

/** Of all there are. The client has some fifteen. */
const MAX_RECORDS = 64

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Where the WalletConnect client keeps its state. It says which dApp is whose, so each record carries a sealed hash of
 * itself: one that this server did not write counts as none. `check` throws when this process may not write any more.
 */
export const makeRecords = ({
  db,
  sealer,
  log,
  check,
}: {
  db: Db
  sealer: Sealer
  log: FastifyBaseLogger
  check(tx: Tx): Promise<void>
}): Records => {
  const encode = (key: string, text: string): string =>
    isSecret(key) ? sealer.seal(text, key) : `${sealer.seal(hashOf(text), key)}\n${text}`
  const decode = (key: string, value: string): string | undefined => {
    if (isSecret(key)) return sealer.open(value, key)
    const [sealed = '', text = ''] = value.split('\n')
    try {
      if (sealer.open(sealed, key) === hashOf(text)) return text
    } catch {
      // Falls through to the one warning below.
    }
    log.warn({ key }, 'A record of WalletConnect was not written by this server')
    return undefined
  }

  return {
    async keys() {
      const rows = await db.select().from(dappStorage)
      return rows.filter(({ key, value }) => decode(key, value) !== undefined).map(({ key }) => key)
    },
    async read(key) {
      const [row] = await db.select().from(dappStorage).where(eq(dappStorage.key, key))
      return row && decode(key, row.value)
    },
    write: (key, text) =>
      db.transaction(async (tx) => {
        await check(tx)
        if (text === undefined) {
          await tx.delete(dappStorage).where(eq(dappStorage.key, key))
          return
        }
        const value = encode(key, text)
        const updated = await tx
          .update(dappStorage)
          .set({ value })
          .where(eq(dappStorage.key, key))
          .returning({ key: dappStorage.key })
        if (updated.length > 0) return
        if ((await tx.$count(dappStorage)) >= MAX_RECORDS)
          throw new Error(`The WalletConnect client has more than ${MAX_RECORDS} records`)
        await tx.insert(dappStorage).values({ key, value })
      }),
  }
}
