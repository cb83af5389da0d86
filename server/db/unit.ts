import { AsyncLocalStorage } from 'node:async_hooks'
import type { PushData, PushName } from '#contract/push.ts'
import type { Push } from '#server/push/push.ts'
import type { Db, Tx } from './client.ts'

export type Emit = <N extends PushName>(userId: string, name: N, data: PushData<N>) => void
/** Leaves something for when the transaction is committed; it is never done when that failed. */
export type Later = (work: () => void) => void

const open = new AsyncLocalStorage<true>()

/** Whether an open transaction waits for what asks this. */
export const isInTransaction = (): boolean => open.getStore() === true

/** A transaction. Custody is asked before or after it, never inside: that may take long, or need this connection. */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction((tx) => open.run(true, () => work(tx)))

/** One change: what `work` emits, or leaves for later, happens only when its transaction is committed. */
export const inTransaction = async <T>(
  deps: { db: Db; push: Pick<Push, 'emit'> },
  work: (tx: Tx, emit: Emit, later: Later) => Promise<T>,
): Promise<T> => {
  const left: (() => void)[] = []
  const later: Later = (step) => left.push(step)
  const emit: Emit = (userId, name, data) => later(() => deps.push.emit(userId, name, data))
  const result = await transact(deps.db, (tx) => {
    left.length = 0
    return work(tx, emit, later)
  })
  for (const step of left) step()
  return result
}
