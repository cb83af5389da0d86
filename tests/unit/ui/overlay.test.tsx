import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '#ui/Dialog.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Select } from '#ui/Select.tsx'
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

test('so do a menu and a list', async () => {
  const view = await render(
    <>
      <Menu items={[{ id: 'rename', label: 'Rename', onSelect: () => undefined }]}>Wallet</Menu>
      <Select
        label="Network"
        value="one"
        onChange={() => undefined}
        options={[{ value: 'one', label: 'One' }]}
      />
    </>,
  )
  const press = (element: Element | null, key: string) =>
    act(async () => void element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  for (const [button, role] of [
    ['button[aria-haspopup=menu]', '[role=menu]'],
    ['button[aria-haspopup=listbox]', '[role=listbox]'],
  ] as const) {
    const opened = () => document.querySelector(role)
    await press(document.querySelector(button), 'ArrowDown')
    await pass(5)
    expect(opened(), role).not.toBeNull()
    await press(opened(), 'Escape')
    await pass(900)
    expect(opened(), `${role} leaves as long as its style says`).not.toBeNull()
    await pass(200)
    expect(opened(), role).toBeNull()
    await press(document.querySelector(button), 'ArrowDown')
    await pass(2000)
    expect(opened(), `${role} can be opened again`).not.toBeNull()
    await press(opened(), 'Escape')
  }
  await view.remove()
})
