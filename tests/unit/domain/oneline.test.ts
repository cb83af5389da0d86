import { expect, test } from 'vitest'
import { oneLine, symbolLine } from '#domain/oneline.ts'

test.each([
  ['two\nlines', 'twolines'],
  ['carriage\r\nreturn', 'carriagereturn'],
  ['line\u2028paragraph\u2029next\u0085', 'lineparagraphnext'],
  ['right \u202eto left\u202c \u2066isolate\u2069\u200f', 'right to left isolate'],
  ['zero\u200bwidth\ufeff', 'zerowidth'],
  ['\ud800lone', 'lone'],
  [' \t ', '-'],
  ['Ünïcode 日本', 'Ünïcode 日本'],
])('a value stays on one line: %j', (value, expected) => {
  expect(oneLine(value)).toBe(expected)
})

test('a symbol has at most 16 characters, whole ones', () => {
  expect(symbolLine('ABCDEFGHIJKLMNOPQRS')).toBe('ABCDEFGHIJKLMNOP')
  expect(symbolLine('💰'.repeat(20))).toBe('💰'.repeat(16))
  expect(symbolLine('\u200b')).toBe('-')
})
