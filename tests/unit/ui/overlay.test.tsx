import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '#ui/Dialog.tsx'
import { render } from './render.tsx'

/** A transition of a busy browser: those that were seen first have been cancelled, others have begun since. */
class Busy {
  playState = 'running'
  finished = Promise.reject(new DOMException('cancelled', 'AbortError'))
  constructor() {
    this.finished.catch(() => undefined)
  }
}

const { getAnimations } = Element.prototype
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('CSSTransition', Busy)
  Element.prototype.getAnimations = () => [new Busy()] as unknown as Animation[]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Element.prototype.getAnimations = getAnimations
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a dialog that is closed in the middle of its entry goes, although the browser is busy', async () => {
  const view = await render(null)
  const draw = (open: boolean) =>
    view.draw(
      <Dialog open={open} onClose={() => undefined} title="Restore">
        <button type="button">Skip</button>
      </Dialog>,
    )
  const dialog = () => document.querySelector('[role=dialog]')
  await draw(false)
  await draw(true)
  await pass(5)
  expect(dialog()).not.toBeNull()
  await draw(false)
  await pass(900)
  expect(dialog(), 'it leaves as long as its style says').not.toBeNull()
  await pass(200)
  expect(dialog()).toBeNull()
  await draw(true)
  await pass(2000)
  expect(dialog(), 'it can be opened again').not.toBeNull()
  await view.remove()
})
