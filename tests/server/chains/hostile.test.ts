import { createPublicClient, custom, encodeAbiParameters, type Hex, type PublicClient, toHex } from 'viem'
import { expect, test } from 'vitest'
import { NAME_MAX, readMetadata, SYMBOL_MAX } from '#server/chains/evm/token.ts'
import { plainLine } from '#server/chains/line.ts'
import { random } from '#tests/unit/domain/random.ts'

const draw = random(7)
const anyChar = (): string =>
  [
    () => String.fromCharCode(draw(0x250)),
    () => String.fromCharCode(draw(0x10000)),
    () => String.fromCodePoint(0x10000 + draw(0x100000)),
    () => '\u200b\u200f\u202e\u2066\ufeff\u0301\u0489\r\n\t\0\u2028 <&"'.charAt(draw(17)),
  ][draw(4)]?.() ?? ''
const anyText = (most: number): string => Array.from({ length: draw(most) }, anyChar).join('')

const expectLine = (line: string, max: number) => {
  expect([...line].length).toBeLessThanOrEqual(max)
  // Nothing that breaks, hides, turns around or is unpaired.
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  expect(line).not.toMatch(/\p{M}{3}/u)
  expect(line).toBe(line.trim())
}

test('whatever a stranger calls his token is one visible line', () => {
  for (let round = 0; round < 3000; round += 1) {
    const max = 1 + draw(64)
    expectLine(plainLine(anyText(200), max), max)
  }
})

/** A contract that answers every call with these bytes. */
const answering = (answer: () => Hex): PublicClient =>
  createPublicClient({ transport: custom({ request: async () => answer() }) })

const answers = [
  () => encodeAbiParameters([{ type: 'string' }], [anyText(300)]),
  () => encodeAbiParameters([{ type: 'uint256' }], [BigInt(draw(2 ** 31)) ** BigInt(draw(8))]),
  () => toHex(Uint8Array.from({ length: draw(200) }, () => draw(256))),
  () => toHex(Uint8Array.from({ length: 32 * draw(6) }, () => draw(256))),
  // An offset and a length that point far beyond the end.
  () => `0x${'f'.repeat(64)}${'f'.repeat(64)}` as Hex,
  () => '0x' as Hex,
]

test('whatever a contract answers, its token has a short name and honest decimals or is none', async () => {
  for (let round = 0; round < 300; round += 1) {
    const answer = answers[draw(answers.length)] ?? (() => '0x' as Hex)
    const type = draw(2) === 0 ? ('ERC20' as const) : ('ERC721' as const)
    const metadata = await readMetadata(answering(answer), `0x${'ab'.repeat(20)}`, type)
    if (!metadata) continue
    expectLine(metadata.symbol, SYMBOL_MAX)
    expectLine(metadata.name, NAME_MAX)
    expect(metadata.symbol).not.toBe('')
    expect(metadata.name).not.toBe('')
    if (type === 'ERC721') expect(metadata.decimals).toBe(0)
    else if (metadata.decimals !== undefined) {
      expect(Number.isInteger(metadata.decimals)).toBe(true)
      expect(metadata.decimals).toBeLessThanOrEqual(77)
    }
  }
})
