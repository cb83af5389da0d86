import { AsyncLocalStorage } from 'node:async_hooks'
import type { PushData, PushName } from '#contract/push.ts'
import type { Push } from '#server/push/push.ts'
import { numberEvents, type Told, takeRevisions } from './changes.ts'
import type { Db, Tx } from './client.ts'

/**
 * `data` gets its revision when all else is done; what others may change at the same time is made only then, by a
 * function, and told unless it is gone.
 */
export type Emit = <N extends PushName>(
  userId: string,
  name: N,
  data: PushData<N> | (() => Promise<PushData<N> | undefined>),
) => void
/** Leaves something for when the transaction is committed; it is never done when that failed. */
export type Later = (work: () => void) => void

const open = new AsyncLocalStorage<true>()

/** Whether an open transaction waits for what asks this. */
export const isInTransaction = (): boolean => open.getStore() === true

/** A transaction. Custody is asked before or after it, never inside: that may take long, or need this connection. */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction((tx) => open.run(true, () => work(tx)))

interface Event {
  userId: string
  name: PushName
  data: object | (() => Promise<object | undefined>)
  told?: Told
}

/** Gives events their numbers in the order in which changes of a user are committed. */
const settleEvents = async (tx: Tx, events: Event[]): Promise<void> => {
  if (events.length === 0) return
  const counts = new Map<string, number>()
  for (const { userId } of events) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  const before = await takeRevisions(tx, counts)
  const told: Told[] = []
  for (const event of events) {
    const data = typeof event.data === 'function' ? await event.data() : event.data
    if (data === undefined) continue
    event.told = { userId: event.userId, name: event.name, data: data as Told['data'] }
    told.push(event.told)
  }
  await numberEvents(tx, told, before)
}

/** One change: what `work` emits, or leaves for later, happens only when its transaction is committed. */
export const inTransaction = async <T>(
  deps: { db: Db; push: Pick<Push, 'emit'> },
  work: (tx: Tx, emit: Emit, later: Later) => Promise<T>,
): Promise<T> => {
  const left: (() => void)[] = []
  const events: Event[] = []
  const later: Later = (step) => left.push(step)
  const emit: Emit = (userId, name, data) => {
    const event: Event = { userId, name, data }
    events.push(event)
    later(() => event.told && deps.push.emit(userId, name, event.told.data as PushData<typeof name>))
  }
  const result = await transact(deps.db, async (tx) => {
    left.length = 0
    events.length = 0
    const done = await work(tx, emit, later)
    await settleEvents(tx, events)
    return done
  })
  for (const step of left) step()
  return result
}
