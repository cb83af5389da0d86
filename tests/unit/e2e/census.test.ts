import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { plainName } from '#tests/e2e/census.ts'

const bytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
/** How many names differ when chance alone did. */
const plainNames = (chance: () => string): string[] => [
  ...new Set(Array.from({ length: 20_000 }, () => plainName(chance()))),
]

// Each of these once met a part of it that looks like the start of something else: one in 4,096.
test('a control is one, whatever address or e-mail chance gave it', () => {
  const evm = () => toHex(bytes(20))
  const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const bitcoin = () => `bcrt1p${[...bytes(58)].map((byte) => letters[byte % 32]).join('')}`
  const short = (address: string, gap: string) => `${address.slice(0, 6)}${gap}${address.slice(-4)}`
  for (const gap of ['...', '…']) {
    expect(plainNames(() => `Copy address EVM ${short(evm(), gap)}`)).toEqual(['Copy address EVM #x…'])
    expect(plainNames(() => `Copy address BTC ${short(bitcoin(), gap)}`)).toEqual(['Copy address BTC bc#…'])
  }
  expect(plainNames(() => `Copy ${evm()}`)).toEqual(['Copy #x…'])
  expect(plainNames(() => `Copy ${bitcoin()}`)).toEqual(['Copy bc#…'])
  expect(plainNames(() => `Cancel bc1${toHex(bytes(3)).slice(2)}@test.example`)).toEqual(['Cancel @'])
})

test('it names controls in pages, so it needs nothing around it', () => {
  const inPage = new Function(`return ${plainName}`)() as typeof plainName
  expect(inPage('Asset: USDC')).toBe('Asset: {asset}')
})
