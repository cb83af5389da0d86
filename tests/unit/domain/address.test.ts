import { describe, expect, it } from 'vitest'
import {
  isEvmAddress,
  lookAlike,
  normalAddress,
  ownAddress,
  sameAddress,
  shortAddress,
} from '#domain/address.ts'
import { checksumAddress, hasWrongChecksum } from '#domain/checksum.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('shortened addresses', () => {
  it.each([
    [EVM, '0x5290...9EE7', '0x52908...69EE7'],
    [SEGWIT, 'bc1qw5...f3t4', 'bc1qw50...8f3t4'],
    ['0x12345678', '0x12345678', '0x12345678'],
    ['0x123456789', '0x1234...6789', '0x123456789'],
    ['0x1234567890', '0x1234...7890', '0x1234567890'],
    ['0x12345678901', '0x1234...8901', '0x12345...78901'],
    ['', '-', '-'],
    [undefined, '-', '-'],
    [null, '-', '-'],
  ])('%s is %s in lists and %s as an own address', (address, short, own) => {
    expect(shortAddress(address)).toBe(short)
    expect(ownAddress(address)).toBe(own)
  })
})

describe('EVM addresses', () => {
  const hex = EVM.slice(2)

  it.each([EVM, EVM.toLowerCase(), `0x${hex.toUpperCase()}`, `0x${'0'.repeat(40)}`])('%s passes', (text) => {
    expect(isEvmAddress(text)).toBe(true)
  })

  it.each([
    `0x${hex.slice(1)}`,
    `0x${hex}0`,
    hex,
    `0x${hex.slice(1)}g`,
    `0X${hex}`,
    ` ${EVM}`,
    `${EVM}\n`,
    '',
  ])('%j does not', (text) => {
    expect(isEvmAddress(text)).toBe(false)
  })

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    EVM,
    '0xde709f2102306220921060314715629080e2fb77',
  ])('%s has the capitals of EIP-55', (text) => {
    expect(checksumAddress(text.toLowerCase())).toBe(text)
    expect(hasWrongChecksum(text)).toBe(false)
  })

  it('have a wrong checksum only when their capitals are mixed and not those of EIP-55', () => {
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(hasWrongChecksum(right.replace('aA', 'Aa'))).toBe(true)
    expect(hasWrongChecksum(right.toLowerCase())).toBe(false)
    expect(hasWrongChecksum(`0x${right.slice(2).toUpperCase()}`)).toBe(false)
    expect(hasWrongChecksum('not an address')).toBe(false)
  })
})

describe('pasted addresses', () => {
  it.each([
    [`  ${EVM}\n`, EVM],
    [`\t${SEGWIT}\r\n`, SEGWIT],
    [SEGWIT.toUpperCase(), SEGWIT],
    ['BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['   ', ''],
  ])('%j is taken as %j', (text, address) => {
    expect(normalAddress(text)).toBe(address)
  })
})

describe('equal and similar addresses', () => {
  it('ignore case for hex and bech32 but not for base58', () => {
    expect(sameAddress(EVM, EVM.toLowerCase())).toBe(true)
    expect(sameAddress(SEGWIT, SEGWIT.toUpperCase())).toBe(true)
    expect(sameAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNA')).toBe(
      false,
    )
    expect(sameAddress(EVM, null)).toBe(false)
    expect(sameAddress(undefined, undefined)).toBe(false)
  })

  it('warn of an address that is another one with the same ends', () => {
    const fake = `0x5290${'a'.repeat(32)}9ee7`
    expect(lookAlike(fake, [SEGWIT, EVM])).toBe(EVM)
  })

  it('do not warn of a known address or of one with other ends', () => {
    expect(lookAlike(EVM.toLowerCase(), [EVM])).toBeUndefined()
    expect(lookAlike(`0x5290${'a'.repeat(32)}9ee8`, [EVM])).toBeUndefined()
    expect(lookAlike(EVM, [])).toBeUndefined()
  })
})
