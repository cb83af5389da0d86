import { expect, test, vi } from 'vitest'
import { createFaults } from '#app/faults.ts'

test('a fault is reported once, cut to what the server takes, at most twenty in a visit', () => {
  const call = vi.fn(async (..._: unknown[]) => undefined)
  const tell = createFaults(call as never)
  tell(new TypeError('Odd row'))
  tell(new TypeError('Odd row'))
  tell('x'.repeat(600))
  expect(call.mock.calls.map(([, input]) => input)).toEqual([
    { body: { name: 'TypeError', message: 'Odd row' } },
    { body: { name: 'Error', message: 'x'.repeat(500) } },
  ])
  for (let i = 0; i < 30; i++) tell(new Error(`Fault ${i}`))
  expect(call).toHaveBeenCalledTimes(20)
})

test('a report that fails is nothing to report', async () => {
  const tell = createFaults((() => Promise.reject(new Error('down'))) as never)
  expect(() => tell(new Error('Odd row'))).not.toThrow()
})
