import type { PushData, PushName } from '#contract/push.ts'
import type { Push } from '#server/push/push.ts'
import type { Db, Tx } from './client.ts'

export type Emit = <N extends PushName>(userId: string, name: N, data: PushData<N>) => void

/** One change: what `work` emits leaves only after its transaction is committed, and never when it failed. */
export const inTransaction = async <T>(
  deps: { db: Db; push: Pick<Push, 'emit'> },
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> => {
  const events: (() => void)[] = []
  const emit: Emit = (userId, name, data) => {
    events.push(() => deps.push.emit(userId, name, data))
  }
  const result = await deps.db.transaction((tx) => {
    events.length = 0
    return work(tx, emit)
  })
  for (const send of events) send()
  return result
}
