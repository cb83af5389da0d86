// @vitest-environment happy-dom
import { act, createRef } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from '#ui/Button.tsx'
import { REACH_ID, ReachContext } from '#ui/reach.ts'
import { find, render } from './render.tsx'

afterEach(() => document.body.replaceChildren())

describe('Button', () => {
  test('does not submit a form unless asked to', async () => {
    const { box } = await render(<Button>Copy</Button>)
    expect(find<HTMLButtonElement>(box, 'button').type).toBe('button')
  })

  test('while working it is busy, disabled, says its text, and cannot act', async () => {
    const press = vi.fn()
    const button = (working: boolean) => (
      <Button working={working} workingText="Approved…" onClick={press}>
        Approve
      </Button>
    )
    const { box, draw } = await render(button(false))
    const element = find<HTMLButtonElement>(box, 'button')
    expect(element.textContent).toBe('Approve')
    await act(async () => element.click())
    await draw(button(true))
    expect(element.textContent).toBe('Approved…')
    expect(element.disabled).toBe(true)
    expect(element.getAttribute('aria-busy')).toBe('true')
    await act(async () => element.click())
    expect(press).toHaveBeenCalledTimes(1)
    await draw(button(false))
    expect(element.disabled).toBe(false)
    expect(element.hasAttribute('aria-busy')).toBe(false)
  })

  test('that asks the server does nothing without a connection, stays in reach, and says why', async () => {
    const press = vi.fn()
    const submit = vi.fn()
    const draw = (why?: string, disabled = false) => (
      <ReachContext value={why}>
        <form onSubmit={submit}>
          <Button type="submit" acts disabled={disabled} aria-describedby="own" onClick={press}>
            Send
          </Button>
        </form>
      </ReachContext>
    )
    const page = await render(draw('You are offline.'))
    const element = find<HTMLButtonElement>(page.box, 'button')
    expect(element.disabled).toBe(false)
    expect(element.getAttribute('aria-disabled')).toBe('true')
    expect(element.getAttribute('aria-describedby')).toBe(REACH_ID)
    await act(async () => element.click())
    expect([press, submit].map((fn) => fn.mock.calls.length)).toEqual([0, 0])

    await page.draw(draw('You are offline.', true))
    expect(element.getAttribute('aria-describedby')).toBe(`own ${REACH_ID}`)
    await page.draw(draw(undefined, true))
    expect(element.disabled).toBe(true)
    expect(element.getAttribute('aria-describedby')).toBe('own')
    await page.draw(draw())
    expect(element.hasAttribute('aria-disabled')).toBe(false)
    await act(async () => element.click())
    expect(press).toHaveBeenCalledOnce()
  })

  test('keeps room for the other text in both states', async () => {
    const button = (working: boolean) => (
      <Button working={working} workingText="Creating a Wallet…">
        Create
      </Button>
    )
    const { box, draw } = await render(button(false))
    expect(find(box, '[data-reserve]').dataset.reserve).toBe('Creating a Wallet…')
    await draw(button(true))
    expect(find(box, '[data-reserve]').dataset.reserve).toBe('Create')
  })

  test('gives the focus back to whoever pressed it', async () => {
    const ref = createRef<HTMLButtonElement>()
    const button = (working: boolean) => (
      <Button ref={ref} working={working}>
        Approve
      </Button>
    )
    const { draw } = await render(button(false))
    ref.current?.focus()
    await draw(button(true))
    ref.current?.blur()
    await draw(button(false))
    expect(document.activeElement).toBe(ref.current)
  })
})
