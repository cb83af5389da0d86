import { describe, expect, it } from 'vitest'
import { isEvmAddress, lookAlike, normalAddress, sameAddress, shortAddress } from '#domain/address.ts'
import { decodeAddress, isBitcoinAddress } from '#domain/bitcoin.ts'
import { hasWrongChecksum } from '#domain/checksum.ts'
import { random } from './random.ts'

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BITCOIN = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
]
const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const

const draw = random(20260102)
/** Of all planes, unpaired surrogates included. */
const anyChar = (): string =>
  [
    () => String.fromCharCode(draw(128)),
    () => String.fromCharCode(draw(0x10000)),
    () => String.fromCodePoint(0x10000 + draw(0x100000)),
    () => '0123456789abcdefABCDEFxXo1bcqpzry\u200b\u202e\u0430\n\0 '.charAt(draw(44)),
  ][draw(4)]?.() ?? ''
const anyText = (most: number): string => Array.from({ length: draw(most + 1) }, anyChar).join('')

/** The same text with one character replaced, left out or put in. */
const spoil = (text: string): string => {
  const at = draw(text.length)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  return (
    [before + anyChar() + after.slice(1), before + after.slice(1), before + anyChar() + after][draw(3)] ?? ''
  )
}

const outcome = (act: () => unknown): string => {
  try {
    act()
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}

describe('a hostile text', () => {
  it('is an EVM address only when it is 0x and 40 hexadecimal digits', () => {
    for (let round = 0; round < 5000; round += 1) {
      const text = draw(2) === 0 ? spoil(EVM) : anyText(60)
      const digits = text.slice(2)
      const fits =
        text.startsWith('0x') &&
        digits.length === 40 &&
        [...digits].every((c) => '0123456789abcdefABCDEF'.includes(c))
      expect(isEvmAddress(text), JSON.stringify(text)).toBe(fits)
    }
  })

  it('never passes as a Bitcoin address with one character spoilt, on no network', () => {
    for (let round = 0; round < 1500; round += 1) {
      const address = BITCOIN[draw(BITCOIN.length)] ?? ''
      const text = spoil(address)
      // Blanks around an address do not count.
      if (sameAddress(text, address)) continue
      for (const network of NETWORKS) {
        expect(isBitcoinAddress(text, network), JSON.stringify(text)).toBe(false)
        expect(outcome(() => decodeAddress(text, network))).toBe('Invalid address')
      }
    }
  })

  it('breaks nothing that only looks at it', () => {
    for (let round = 0; round < 2000; round += 1) {
      const text = anyText(90)
      const normal = normalAddress(text)
      expect(normalAddress(normal)).toBe(normal)
      expect(sameAddress(text, text)).toBe(true)
      expect(lookAlike(text, [text, EVM, ...BITCOIN])).toBeUndefined()
      expect(shortAddress(text).length).toBeLessThanOrEqual(Math.max(13, text.length))
      for (const network of NETWORKS) expect(isBitcoinAddress(text, network)).toBe(false)
      if (hasWrongChecksum(text)) expect(isEvmAddress(text)).toBe(true)
    }
  })

  it('with another letter of an address in capitals has a wrong checksum', () => {
    for (let at = 2; at < EVM.length; at += 1) {
      const char = EVM.charAt(at)
      const other = char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
      if (other !== char) expect(hasWrongChecksum(EVM.slice(0, at) + other + EVM.slice(at + 1))).toBe(true)
    }
  })
})
