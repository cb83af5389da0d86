import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit, feeOf, sizeOf } from '#domain/bitcoinsize.ts'

const SCRIPTS = {
  legacy: decodeAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'mainnet'),
  script: decodeAddress('31nKoVLBc2BXUeKQKhnimyrt9DD12VwG6p', 'mainnet'),
  segwit: decodeAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet'),
  'segwit script': decodeAddress('bc1qqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqrn7dgd', 'mainnet'),
  taproot: decodeAddress('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'mainnet'),
}
const kinds = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]

/** What bitcoinjs-lib counts for the same transaction, with a signature in every input. */
const counted = (inputs: number, scripts: readonly Uint8Array[]): number => {
  const transaction = new Transaction()
  transaction.version = 2
  for (let index = 0; index < inputs; index += 1) {
    transaction.addInput(new Uint8Array(32).fill(1), index)
    transaction.setWitness(index, [new Uint8Array(64)])
  }
  for (const script of scripts) transaction.addOutput(script, 1n)
  return transaction.virtualSize()
}

describe('the size of a transaction', () => {
  it.each(kinds)('that pays to a %s address, alone and with change', (kind) => {
    for (const inputs of [1, 2, 3, 252, 253, 300]) {
      for (const scripts of [[SCRIPTS[kind]], [SCRIPTS[kind], SCRIPTS.taproot]]) {
        expect(sizeOf(inputs, scripts)).toBe(counted(inputs, scripts))
      }
    }
  })

  it('of one coin to a taproot address is 111 virtual bytes, with change 154', () => {
    expect(sizeOf(1, [SCRIPTS.taproot])).toBe(111)
    expect(sizeOf(1, [SCRIPTS.taproot, SCRIPTS.taproot])).toBe(154)
  })
})

it.each([
  [111, 1000n, 111n],
  [111, 1001n, 112n],
  [154, 9999n, 1540n],
  [0, 1000n, 0n],
])('%d virtual bytes at %d per thousand cost %d satoshi', (size, rate, fee) => {
  expect(feeOf(size, rate)).toBe(fee)
})

// As Bitcoin Core counts them, with the settings that it comes with.
it.each([
  ['legacy', 546n],
  ['script', 540n],
  ['segwit', 294n],
  ['segwit script', 330n],
  ['taproot', 330n],
] as const)('an output to a %s address is dust below %d satoshi', (kind, limit) => {
  expect(dustLimit(SCRIPTS[kind])).toBe(limit)
})
