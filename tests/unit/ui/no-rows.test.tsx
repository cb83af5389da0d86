// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { NoRows } from '#ui/NoRows.tsx'
import { render } from './render.tsx'

afterEach(() => document.body.replaceChildren())

test.each([
  ['ready', 'Nobody yet'],
  ['loading', 'Loading guardians'],
  ['failed', 'Guardians could not be loadedTry again'],
  ['offline', 'Guardians could not be loadedYou are offline.'],
] as const)('a list without rows that is %s says so', async (phase, words) => {
  const retry = vi.fn()
  const { box } = await render(
    <NoRows load={{ phase, retry }} icon="shield-check" what="guardians">
      Nobody yet
    </NoRows>,
  )
  expect(box.textContent).toBe(words)
  box.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledTimes(phase === 'failed' ? 1 : 0)
})
