import { expect, test, vi } from 'vitest'
import { Toaster } from '#ui/Toaster.tsx'
import { toast } from '#ui/toast.ts'
import { find, render } from './render.tsx'

test('a toast offers something to do; the same words again are about the newer thing', async () => {
  const { remove } = await render(<Toaster />)
  // The library draws when it wants to.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const [older, newer] = [vi.fn(), vi.fn()]
  toast.success('Transaction sent', { label: 'View', onClick: older })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Transaction sent'))
  toast.success('Transaction sent', { label: 'View the second', onClick: newer })
  await vi.waitFor(() => expect(document.body.textContent).toContain('View the second'))
  expect(document.querySelectorAll('[role=status]')).toHaveLength(1)
  find(document.body, '[role=status] button').click()
  expect([older, newer].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await remove()
})
