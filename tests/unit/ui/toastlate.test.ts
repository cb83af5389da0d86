import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('#ui/Toasts.tsx')
})

test('what there is to say waits for the part that says it, and nothing fails meanwhile', async () => {
  vi.useFakeTimers()
  const push = vi.fn()
  vi.doMock('#ui/Toasts.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { toast } = await import('#ui/toast.ts')
  const said = Promise.resolve(toast.error('No connection'))
  const failed = vi.fn()
  said.catch(failed)
  await vi.advanceTimersByTimeAsync(4000)
  vi.doMock('#ui/Toasts.tsx', () => ({ push }))
  expect(push).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  await said
  expect(failed).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledExactlyOnceWith('error', 'No connection', undefined)
})
