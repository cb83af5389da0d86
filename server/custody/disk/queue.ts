/** Runs the works of one key one after another; works of different keys run side by side. */
export const createQueue = () => {
  const tails = new Map<string, Promise<unknown>>()
  const run = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, settled)
    settled.then(() => {
      if (tails.get(key) === settled) tails.delete(key)
    })
    return result
  }
  /** Resolves when everything that was asked so far is done. */
  const drain = async (): Promise<void> => {
    await Promise.all(tails.values())
  }
  return { run, drain }
}
