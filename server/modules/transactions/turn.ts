/** Runs work of one name one after the other, in the order in which it was asked for. */
export const makeTurns = () => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    take<T>(name: string, work: () => Promise<T>): Promise<T> {
      const result = (tails.get(name) ?? Promise.resolve()).then(work)
      const tail = result.catch(() => undefined)
      tails.set(name, tail)
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
      return result
    },
    /** Resolves when nothing is under way any more. */
    async idle(): Promise<void> {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
