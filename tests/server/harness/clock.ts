/** Time of one test's server. It stands still: a test moves it. */
export const makeClock = (start = new Date()) => {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance(ms: number) {
      now += ms
    },
  }
}
export type TestClock = ReturnType<typeof makeClock>
