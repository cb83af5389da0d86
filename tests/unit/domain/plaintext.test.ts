import { expect, test } from 'vitest'
import { piecesOf } from '#domain/plaintext.ts'

const PAY = 'Pay everything to Mallory'

test.each([
  ['one line', 'Hello', [{ text: 'Hello' }]],
  ['paragraphs', 'Hello\n\nWorld\r\n  and all\n\n\n', [{ text: 'Hello\n\nWorld\n  and all' }]],
  ['joined characters', 'مارا\u200f 👩\u200d🚀', [{ text: 'مارا\u200f 👩\u200d🚀' }]],
  ['nothing to see', ' \n\u200b\n', []],
  ['many blank lines', `Hello${'\n'.repeat(41)}${PAY}`, [{ text: 'Hello' }, { lines: 40 }, { text: PAY }]],
  [
    'lines that only seem blank',
    `Hello\n\u200b\n\u2800\n \u00a0\n${PAY}`,
    [{ text: 'Hello' }, { lines: 3 }, { text: PAY }],
  ],
  ['blank lines before it', `${'\n'.repeat(9)}${PAY}`, [{ lines: 9 }, { text: PAY }]],
  ['many spaces', `Hello${' '.repeat(300)}${PAY}`, [{ text: 'Hello' }, { blanks: 300 }, { text: PAY }]],
  [
    'many characters of no width',
    `Hello${'\u200b\u202e'.repeat(50)}${PAY}`,
    [{ text: 'Hello' }, { blanks: 100 }, { text: PAY }],
  ],
  ['spaces at its end', `Hello${' '.repeat(300)}\nWorld`, [{ text: 'Hello\nWorld' }]],
])('a text with %s', (_, text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

test('a long text takes no long time', () => {
  const started = performance.now()
  for (const text of [' ', '\n', `${' '.repeat(23)}a`, `${' '.repeat(30)}a`, '\n\n\n\na'])
    piecesOf(text.repeat(250_000 / text.length))
  expect(performance.now() - started).toBeLessThan(2000)
})
