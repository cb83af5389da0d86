/** One run of `work` at a time: whoever asks while it runs shares that run and its result. */
export const makeSingle = <T>(work: () => Promise<T>) => {
  let running: Promise<T> | undefined
  return {
    run(): Promise<T> {
      running ??= work().finally(() => {
        running = undefined
      })
      return running
    },
    /** The run that is under way. */
    current: (): Promise<T> | undefined => running,
    /** Resolves when it is over, however it ends. */
    async idle(): Promise<void> {
      await running?.catch(() => undefined)
    },
  }
}

/** The same for each key. */
export const makeSingles = <T>() => {
  const running = new Map<string, Promise<T>>()
  return {
    run(key: string, work: () => Promise<T>): Promise<T> {
      const current = running.get(key)
      if (current) return current
      const run = work().finally(() => running.delete(key))
      running.set(key, run)
      return run
    },
    current: (key: string): Promise<T> | undefined => running.get(key),
    count: (): number => running.size,
    async idle(): Promise<void> {
      await Promise.allSettled(running.values())
    },
  }
}
