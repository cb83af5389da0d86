import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { dappCommands } from '#server/db/schema/dapp.ts'

/** On which those hear of it who wait for a command, or for its answer. */
export const CHANNEL = 'countersign_dapps'

const MOST_AT_ONCE = 50

export const notify = async (db: Db | Tx, text: string): Promise<void> => {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${text})`)
}

export const insert = (db: Db, id: string, content: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(dappCommands).values({ id, content })
    await notify(tx, 'ask')
  })

/** What nobody with this fence or a later one took yet. `again`: somebody before took it, and came to no end. */
export const take = async (
  tx: Tx,
  fence: number,
): Promise<{ id: string; content: string; again: boolean }[]> => {
  const rows = await tx
    .select()
    .from(dappCommands)
    .where(and(isNull(dappCommands.answer), or(isNull(dappCommands.fence), lt(dappCommands.fence, fence))))
    .orderBy(asc(dappCommands.createdAt), asc(dappCommands.id))
    .limit(MOST_AT_ONCE)
    .for('update')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(dappCommands).set({ fence }).where(inArray(dappCommands.id, ids))
  return rows.map(({ id, content, fence: before }) => ({ id, content, again: before !== null }))
}

export const answer = async (tx: Tx, id: string, text: string): Promise<void> => {
  await tx.update(dappCommands).set({ answer: text }).where(eq(dappCommands.id, id))
  await notify(tx, id)
}

export const answerOf = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.select({ answer: dappCommands.answer }).from(dappCommands).where(eq(dappCommands.id, id)))[0]
    ?.answer ?? undefined

export const remove = (db: Db, id: string) => db.delete(dappCommands).where(eq(dappCommands.id, id))

/** Those that nobody waits for any more. */
export const sweep = (db: Db, olderThanS: number) =>
  db
    .delete(dappCommands)
    .where(lt(dappCommands.createdAt, sql`now() - ${olderThanS}::integer * interval '1 second'`))
