import { and, eq, getTableName, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isSealed, keyMark, type Sealer } from '#server/custody/custody.ts'
import type { Db } from './client.ts'
import { backupCodes, users } from './schema/auth.ts'
import { custodyHeads, custodyLines } from './schema/custody.ts'
import { dappCommands, dappStorage } from './schema/dapp.ts'
import { pushSubscriptions } from './schema/push.ts'

interface SealedColumn {
  table: PgTable
  /** Of a row; a field is sealed for its row only. */
  id: PgColumn
  column: PgColumn
}

/**
 * All that the servers' own key ring seals, by purpose. A new purpose or column has to be named here: without it `Deps`
 * gives no sealer, and no rotation of keys would reach it.
 */
export const SEALED = {
  /** Factors of an installation that custody has not taken over yet. */
  totp: { table: users, id: users.id, column: users.totpSecret },
  'backup-code': { table: backupCodes, id: backupCodes.id, column: backupCodes.sealed },
  /** Secret of a browser's push subscription; open where an older version wrote it. */
  'web-push': { table: pushSubscriptions, id: pushSubscriptions.endpoint, column: pushSubscriptions.auth },
  /** The key chain as a whole; of any other record its hash, in a line before its text. */
  'wallet-connect': { table: dappStorage, id: dappStorage.key, column: dappStorage.value },
  /** What one server asks of another, for as long as that takes. */
  'dapp-command': { table: dappCommands, id: dappCommands.id, column: dappCommands.content },
  'dapp-answer': { table: dappCommands, id: dappCommands.id, column: dappCommands.answer },
} satisfies Record<string, SealedColumn>
export type SealedPurpose = keyof typeof SEALED

/** What servers tell each other's pages is sealed on its way and never kept, so that no rotation has to reach it. */
export const PUSH_PURPOSE = 'push'

/** What custody seals and servers only keep. */
const CUSTODYS_COLUMNS: readonly PgColumn[] = [custodyLines.line, custodyHeads.head]

const columnName = (column: PgColumn): string => `${getTableName(column.table)}.${column.name}`

/**
 * Seals every field again with the ring's current key. Each row is a step of its own and a current one is skipped, so a
 * run that was cut short goes on where it ended. Answers how many fields changed. `onField` hears of each one.
 */
export const resealColumns = async (
  db: Db,
  sealerOf: (purpose: string) => Sealer,
  onField: () => void = () => undefined,
): Promise<number> => {
  let changed = 0
  for (const [purpose, { table, id, column }] of Object.entries(SEALED) as [SealedPurpose, SealedColumn][]) {
    const sealer = sealerOf(purpose)
    const rows = await db
      .select({ key: sql<string>`${id}`, value: sql<string>`${column}` })
      .from(table)
      .where(isNotNull(column))
    for (const { key, value } of rows) {
      const [field = '', ...rest] = value.split('\n')
      const isOpen = !isSealed(field)
      // What an older version left open here is not taken up any more.
      if (isOpen ? purpose === 'wallet-connect' : sealer.isCurrent(field)) continue
      const plain = isOpen ? field : sealer.open(field, key)
      const fresh = [sealer.seal(plain, key), ...rest].join('\n')
      // Never over what somebody wrote in the meantime.
      const done = await db
        .update(table)
        .set({ [column.name]: fresh })
        .where(and(eq(id, key), eq(column, value)))
        .returning({ key: sql`${id}` })
      changed += done.length
      onField()
    }
  }
  return changed
}

/**
 * Where the database still needs a key: every column of text or JSON, registered or not, with how many rows name its id.
 * Custody's columns are of custody's ring, all others of the servers'.
 */
export const columnsWithKey = async (db: Db, id: string, ring: 'custody' | 'server'): Promise<string[]> => {
  const custodys = new Set(CUSTODYS_COLUMNS.map(columnName))
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
    order by 1, 2`)
  const found: string[] = []
  for (const { table, column } of rows) {
    const name = `${table}.${column}`
    if (custodys.has(name) !== (ring === 'custody')) continue
    const { rows: counted } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)}
        where position(${keyMark(id)} in ${sql.identifier(column)}::text) > 0`,
    )
    const count = counted[0]?.count ?? 0
    if (count > 0) found.push(`${name} (${count})`)
  }
  return found
}

/** Servers that work on this database now: they would go on sealing with the key that they read at their start. */
export const liveServers = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from leases where expires_at > now() order by name`,
  )
  return rows.map(({ name }) => name)
}
