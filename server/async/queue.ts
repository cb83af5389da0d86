/** Runs the works of one key one after another, in the order asked for; those of different keys run side by side. */
export const makeQueue = () => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const result = (tails.get(key) ?? Promise.resolve()).then(work)
      const tail = result.catch(() => undefined)
      tails.set(key, tail)
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
      return result
    },
    /** Resolves when nothing is under way any more. */
    async idle(): Promise<void> {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
