/** In milliseconds: a page that nobody looks at draws nothing. */
const LONGEST = 300

let waiting: Promise<void> | undefined

/** Until the first screen was drawn from what is stored, when that is held for; else it is so at once. */
export const untilDrawn = (): Promise<void> => waiting ?? Promise.resolve()

/** Whatever is not needed to draw the first screen waits until the answer of this is called, and the frame after it. */
export const holdUntilDrawn = (): (() => void) => {
  let go: () => void = () => undefined
  waiting = new Promise((done) => {
    go = done
  })
  return () => {
    setTimeout(go, LONGEST)
    requestAnimationFrame(() => setTimeout(go))
  }
}
