import { expect, test } from 'vitest'
import { clearUnit } from '#domain/unit.ts'

test.each([
  ['usdc', undefined, 'USDC'],
  ['APE', '12', 'APE #12'],
  ['$WIF', undefined, '$WIF'],
  ['USDT0', undefined, 'USDT0'],
  ['000 USDC', undefined, '\u2066"000 USDC"\u2069'],
  ['.5 USDC', undefined, '\u2066".5 USDC"\u2069'],
  [',000', undefined, '\u2066",000"\u2069'],
  ['٠٠٠', undefined, '\u2066"٠٠٠"\u2069'],
  ['א000', undefined, '\u2066"א000"\u2069'],
  // Fillers of Hangul are letters, and blank.
  ['\u1160000\u2800USDC', undefined, '\u2066"\u1160000\u2800USDC"\u2069'],
  ['\u3164000', undefined, '\u2066"\u3164000"\u2069'],
  ['0" USDC', undefined, '\u2066"0 USDC"\u2069'],
  ['1APE', '12', '\u2066"1APE"\u2069 #12'],
])('%s, of which %s is an item, stands behind an amount as %s', (symbol, item, text) => {
  expect(clearUnit(symbol, item)).toBe(text)
})
