/** A hidden page is shown no frames, and its timers may be late (milliseconds). */
const PAUSE = 100

interface Scheduler {
  isHidden(): boolean
  now(): number
  frame(run: () => void): unknown
  later(run: () => void, delay: number): unknown
}

const browser: Scheduler = {
  isHidden: () => document.hidden,
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  later: (run, delay) => setTimeout(run, delay),
}

/** Hands on at once what comes in between two frames; where nobody looks, the first at once and the rest after a pause. */
export const createFrames = <T>(take: (items: T[]) => void, on: Scheduler = browser) => {
  let items: T[] = []
  let last = Number.NEGATIVE_INFINITY

  const run = () => {
    if (items.length === 0) return
    const taken = items
    items = []
    last = on.now()
    take(taken)
  }

  return {
    add(item: T): void {
      items.push(item)
      if (on.isHidden() && on.now() - last >= PAUSE) run()
      else if (items.length === 1) {
        on.frame(run)
        // Nor is one that is covered.
        on.later(run, PAUSE)
      }
    },
    run,
    drop(): void {
      items = []
    },
  }
}
