import { expect, test } from 'vitest'
import { plainLine } from '#server/chains/line.ts'

test.each([
  ['USDC', 'USDC'],
  ['  US\nDC\t', 'US DC'],
  ['USDC\u202Egpj.exe', 'USDCgpj.exe'],
  ['U\u200BS\u2060D\uFEFFC', 'USDC'],
  ['A\u0000B\u001B[31mC', 'AB[31mC'],
  ['line\u2028separator', 'line separator'],
  [`Z${'\u0301'.repeat(60)}`, '\u0179\u0301\u0301'],
  ['\u202E\u200B', ''],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ABCDEFGHIJKLMNOP'],
  ['😀'.repeat(20), '😀'.repeat(16)],
])('%j becomes %j', (text, line) => {
  expect(plainLine(text, 16)).toBe(line)
})
