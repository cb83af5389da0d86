import { address as codec } from 'bitcoinjs-lib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decodeAddress, isBitcoinAddress } from '#domain/bitcoin.ts'

const VALID = {
  mainnet: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '31nKoVLBc2BXUeKQKhnimyrt9DD12VwG6p',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1qqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqrn7dgd',
  ],
  testnet: [
    'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC',
    '2MsLXsEGDDUgsgRwwzqQbPvr9MZRApVae6w',
    'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47zagq',
  ],
  regtest: [
    'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t',
    'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6',
    'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC',
    '2MsLXsEGDDUgsgRwwzqQbPvr9MZRApVae6w',
  ],
} as const
const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const
const accepted = NETWORKS.flatMap((network) => VALID[network].map((address) => ({ network, address })))

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const future = (version: number, data: Uint8Array) => codec.toBech32(data, version, 'bc')

afterEach(() => vi.restoreAllMocks())

describe('Bitcoin addresses', () => {
  it.each(accepted)('$address is valid on $network', ({ network, address }) => {
    expect(isBitcoinAddress(address, network)).toBe(true)
  })

  it.each(accepted)(
    '$address belongs to no network of other prefixes than $network',
    ({ network, address }) => {
      const others = NETWORKS.filter((other) => !VALID[other].some((valid) => valid === address))
      expect(others.filter((other) => isBitcoinAddress(address, other))).toEqual([])
      expect(others).not.toContain(network)
    },
  )

  it.each([
    ['a bad checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a bad bech32 checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['an EVM address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['mixed case', 'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['witness version 2', future(2, KEY)],
    ['witness version 16', future(16, KEY)],
    ['a taproot key that is no point', future(1, new Uint8Array(32))],
    ['a taproot program of 20 bytes', future(1, new Uint8Array(20))],
    ['nothing', ''],
  ])('are refused for %s', (_, address) => {
    expect(isBitcoinAddress(address, 'mainnet')).toBe(false)
    expect(() => decodeAddress(address, 'mainnet')).toThrow(new Error('Invalid address'))
  })

  it('may be all capitals, and have blanks around', () => {
    const [, , segwit] = VALID.mainnet
    const script = decodeAddress(segwit, 'mainnet')
    expect(decodeAddress(` ${segwit.toUpperCase()}\n`, 'mainnet')).toEqual(script)
    expect(script).toEqual(Uint8Array.from([0, 20, ...script.slice(2)]))
  })

  it('of unknown witness versions never reach the console', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(isBitcoinAddress(future(3, KEY), 'mainnet')).toBe(false)
    expect(warn).not.toHaveBeenCalled()
  })
})
