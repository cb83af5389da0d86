/** What runs without anybody waiting for it, so that an end can wait. */
export const makeUnderway = () => {
  const works = new Set<Promise<void>>()
  return {
    /** `work` says itself what it makes of a failure. */
    add(work: Promise<void>): void {
      const tracked = work.finally(() => works.delete(tracked))
      works.add(tracked)
    },
    async idle(): Promise<void> {
      await Promise.all(works)
    },
  }
}
