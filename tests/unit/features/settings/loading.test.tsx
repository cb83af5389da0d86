// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { Loading } from '#features/settings/Loading.tsx'
import { render } from '../../ui/render.tsx'

afterEach(() => document.body.replaceChildren())

test.each([
  ['failed', 'Sessions could not be loadedTry again'],
  ['offline', 'Sessions could not be loaded. You are offline.'],
] as const)('a section that is %s says so in whole sentences', async (phase, words) => {
  const { box } = await render(<Loading load={{ phase, retry: () => undefined }} what="sessions" />)
  expect(box.textContent).toBe(words)
})
