/**
 * The order in which news of an entity arrived. An answer that was asked for before a push came in knows less
 * than the push and must not undo it.
 */
export const createArrivals = () => {
  let count = 0
  /** Whatever was asked for before this is of no use any more. */
  let floor = 0
  const last = new Map<string, number>()
  /** Revisions of what is gone: older news do not bring it back. */
  const gone = new Map<string, number>()
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
    bury(kind: string, id: string, revision = 0) {
      gone.set(key(kind, id), revision)
    },
    isGone: (kind: string, id: string, revision = Number.POSITIVE_INFINITY) =>
      (gone.get(key(kind, id)) ?? -1) >= revision,
    /** The session is over: no answer of it may be taken over. */
    clear() {
      count += 1
      floor = count
      last.clear()
      gone.clear()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
