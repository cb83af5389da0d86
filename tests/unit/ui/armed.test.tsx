import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ARM_DELAY, useArmed } from '#ui/armed.ts'
import { render } from './render.tsx'

function Probe({ of }: { of: string }) {
  return <output>{useArmed(of) ? 'armed' : 'waiting'}</output>
}

let shown: Awaited<ReturnType<typeof render>>
const state = () => shown.box.textContent
const pass = (time: number) => act(async () => vi.advanceTimersByTime(time))
const focus = (has: boolean) =>
  act(async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(has)
    window.dispatchEvent(new Event(has ? 'focus' : 'blur'))
  })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  shown = await render(<Probe of="first" />)
})
afterEach(async () => {
  await shown.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a decision waits 700 ms', async () => {
  expect(ARM_DELAY).toBe(700)
  await pass(699)
  expect(state()).toBe('waiting')
  await pass(1)
  expect(state()).toBe('armed')
})

test('what changes has to be seen again', async () => {
  await pass(700)
  await shown.draw(<Probe of="second" />)
  expect(state()).toBe('waiting')
  await pass(699)
  expect(state()).toBe('waiting')
  await pass(1)
  expect(state()).toBe('armed')
})

test('time out of sight does not count, and coming back begins anew', async () => {
  await pass(400)
  await focus(false)
  await pass(5000)
  expect(state()).toBe('waiting')
  await focus(true)
  await pass(699)
  expect(state()).toBe('waiting')
  await pass(1)
  expect(state()).toBe('armed')
  await focus(false)
  expect(state()).toBe('waiting')
})

test('a page that is not looked at arms nothing', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await pass(5000)
  expect(state()).toBe('waiting')
})
