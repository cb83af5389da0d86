/** A hidden page is shown no frames, and its timers may be late (milliseconds). */
const PAUSE = 100

/** Hands on at once what comes in between two frames; where nobody looks, the first at once and the rest after a pause. */
export const createFrames = <T>(take: (items: T[]) => void) => {
  let items: T[] = []
  let last = 0

  const run = () => {
    if (items.length === 0) return
    const taken = items
    items = []
    last = Date.now()
    take(taken)
  }

  return {
    add(item: T): void {
      items.push(item)
      if (document.hidden && Date.now() - last >= PAUSE) run()
      else if (items.length === 1) {
        requestAnimationFrame(run)
        // Nor is one that is covered.
        setTimeout(run, PAUSE)
      }
    },
    run,
    drop(): void {
      items = []
    },
  }
}
