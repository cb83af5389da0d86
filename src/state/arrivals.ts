/**
 * The order in which news of an entity arrived. An answer that was asked for before a push came in knows less
 * than the push and must not undo it.
 */
export const createArrivals = () => {
  let count = 0
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
    isNewer: (kind: string, id: string, asked: number) => (last.get(key(kind, id)) ?? 0) > asked,
    clear() {
      last.clear()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
