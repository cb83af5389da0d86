import { expect, test } from 'vitest'
import { cents } from '#server/modules/transactions/value.ts'

const at = (price: string) => ({ price, updatedAt: '2026-01-02T03:04:05.000Z' })

test.each([
  ['1500000000000000000', 18, '0.05', 8],
  ['1490000000000000000', 18, '0.05', 7],
  ['1005000', 6, '1', 101],
  ['4000', 6, '1', 0],
  ['5000', 6, '1', 1],
  ['12345678', 8, '64000.5', 790_130],
  ['1', 0, '3000', 300_000],
])('%s of %i decimals at %s are %i cents, half up', (units, decimals, price, value) => {
  expect(cents(units, decimals, at(price))).toBe(value)
})

test('without a price there is no value, and none that an integer could not hold', () => {
  expect(cents('1', 18, undefined)).toBeNull()
  expect(cents(2n ** 256n - 1n, 0, at('1'))).toBeNull()
})
