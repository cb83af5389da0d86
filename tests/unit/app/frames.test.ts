import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrames } from '#app/frames.ts'

const frames: (() => void)[] = []
const timers: (() => void)[] = []
const page = { hidden: false, now: 0 }
const runAll = (list: (() => void)[]) => {
  for (const run of list.splice(0)) run()
}

beforeEach(() => {
  Object.assign(page, { hidden: false, now: 1_000_000 })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('setTimeout', (run: () => void) => timers.push(run))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => page.hidden)
  vi.spyOn(Date, 'now').mockImplementation(() => page.now)
})
afterEach(() => {
  frames.length = 0
  timers.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const make = () => {
  const take = vi.fn((_: number[]) => undefined)
  return { ...createFrames<number>(take), take, frame: () => runAll(frames), pause: () => runAll(timers) }
}

describe('what comes in', () => {
  test('1,000 times between two frames is handed on once, in order', () => {
    const { add, take, frame, pause } = make()
    for (let n = 0; n < 1000; n += 1) add(n)
    expect(take).not.toHaveBeenCalled()
    frame()
    pause()
    expect(take.mock.calls).toEqual([[Array.from({ length: 1000 }, (_, n) => n)]])
    add(7)
    frame()
    expect(take).toHaveBeenLastCalledWith([7])
  })

  test('while no frame comes is handed on after a pause', () => {
    const { add, take, pause } = make()
    add(1)
    pause()
    expect(take.mock.calls).toEqual([[[1]]])
  })

  test('while nobody looks is handed on at once, and the rest of a burst after a pause', () => {
    const { add, take, pause } = make()
    page.hidden = true
    for (let n = 0; n < 500; n += 1) add(n)
    expect(take.mock.calls).toEqual([[[0]]])
    page.now += 99
    add(500)
    expect(take).toHaveBeenCalledTimes(1)
    pause()
    expect(take).toHaveBeenCalledTimes(2)
    page.now += 500
    add(501)
    expect(take).toHaveBeenLastCalledWith([501])
  })

  test('and is not wanted any more is dropped', () => {
    const { add, take, frame, drop } = make()
    add(1)
    drop()
    frame()
    expect(take).not.toHaveBeenCalled()
  })
})
