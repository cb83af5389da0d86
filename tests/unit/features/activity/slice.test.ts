import { expect, test, vi } from 'vitest'
import { kept } from '#features/activity/slice.ts'

test('what was drawn of an item is drawn once, as long as the item is the same', () => {
  const draw = vi.fn(({ id }: { id: string }) => ({ text: `Row ${id}` }))
  const row = kept(draw)
  const item = { id: 'a' }
  const first = row(item)
  expect(first).toEqual({ text: 'Row a' })
  expect(row(item)).toBe(first)
  expect(row({ ...item })).not.toBe(first)
  expect(draw).toHaveBeenCalledTimes(2)
})
