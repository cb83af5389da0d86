import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Boundary } from '#app/Boundary.tsx'
import { setReporter } from '#state/reporter.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failure = new Error('No such field')
function Broken(): never {
  throw failure
}

test('an error while drawing leaves a page with Reload, and is reported', () => {
  const error = vi.fn()
  setReporter({ error })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const box = document.createElement('div')
  act(() =>
    createRoot(box).render(
      <Boundary>
        <Broken />
      </Boundary>,
    ),
  )
  expect(box.textContent).toContain('Something went wrong')
  expect(box.querySelector('button')?.textContent).toContain('Reload')
  expect(error).toHaveBeenCalledExactlyOnceWith(failure)
})
