import { AsyncLocalStorage } from 'node:async_hooks'
import type { PushData, PushName } from '#contract/push.ts'
import type { Push } from '#server/push/push.ts'
import type { Db, Tx } from './client.ts'

export type Emit = <N extends PushName>(userId: string, name: N, data: PushData<N>) => void
/** Does something once the transaction is committed, and never when it failed. */
export type After = (work: () => void) => void

const open = new AsyncLocalStorage<true>()

/** Whether an open transaction waits for what asks this. */
export const isInTransaction = (): boolean => open.getStore() === true

/** A transaction. Custody is asked before or after it, never inside: that may take long, or need this connection. */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction((tx) => open.run(true, () => work(tx)))

/** One change: what `work` emits, or leaves for after it, happens only when its transaction is committed. */
export const inTransaction = async <T>(
  deps: { db: Db; push: Pick<Push, 'emit'> },
  work: (tx: Tx, emit: Emit, after: After) => Promise<T>,
): Promise<T> => {
  const later: (() => void)[] = []
  const after: After = (step) => later.push(step)
  const emit: Emit = (userId, name, data) => after(() => deps.push.emit(userId, name, data))
  const result = await transact(deps.db, (tx) => {
    later.length = 0
    return work(tx, emit, after)
  })
  for (const step of later) step()
  return result
}
