import { afterEach, expect, test, vi } from 'vitest'
import { holdUntilDrawn, untilDrawn } from '#state/drawn.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('what waits for the first screen goes on after its frame, or without one after 300 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] })
  const seen: string[] = []
  await untilDrawn()
  for (const frame of [true, false]) {
    if (!frame) vi.stubGlobal('requestAnimationFrame', () => 0)
    const drawn = holdUntilDrawn()
    void untilDrawn().then(() => seen.push(frame ? 'frame' : 'hidden'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen).toEqual(frame ? [] : ['frame'])
    drawn()
    await vi.advanceTimersByTimeAsync(frame ? 20 : 299)
    expect(seen).toEqual(['frame'])
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(seen).toEqual(['frame', 'hidden'])
  vi.unstubAllGlobals()
})
