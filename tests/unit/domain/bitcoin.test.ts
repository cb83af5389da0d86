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

// BIP 173 and 350, as far as they are about versions that are sent to.
describe('published segwit addresses', () => {
  const hex = (script: Uint8Array) => Buffer.from(script).toString('hex')

  it.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'mainnet', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'testnet',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      'testnet',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'mainnet',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ] as const)('%s has the published script', (address, network, script) => {
    expect(hex(decodeAddress(address, network))).toBe(script)
  })

  it.each([
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'bc1gmk9yu',
  ])('%s is of no network', (address) => {
    expect(NETWORKS.filter((network) => isBitcoinAddress(address, network))).toEqual([])
  })
})
