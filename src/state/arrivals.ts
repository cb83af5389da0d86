/**
 * The order in which news of an entity arrived. An answer that was asked for before a push came in knows less
 * than the push and must not undo it.
 */
export const createArrivals = () => {
  let count = 0
  /** Whatever was asked for before this is of no use any more. */
  let floor = 0
  const last = new Map<string, number>()
  const key = (kind: string, id: string) => `${kind}:${id}`
  return {
    /** A mark for 'now': hand it back to `isNewer` when the answer is there. */
    now: () => count,
    note(kind: string, id: string) {
      count += 1
      last.set(key(kind, id), count)
    },
    /** Whether something arrived about this entity after that moment. */
    isNewer: (kind: string, id: string, asked: number) =>
      asked < floor || (last.get(key(kind, id)) ?? 0) > asked,
    /** The session is over: no answer of it may be taken over. */
    clear() {
      count += 1
      floor = count
      last.clear()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
