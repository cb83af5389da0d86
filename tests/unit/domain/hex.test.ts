import { describe, expect, it } from 'vitest'
import { backupCodeText, backupFileName, backupFileText } from '#domain/backupcode.ts'
import { hexSize, hexSizeText, hexToText } from '#domain/hex.ts'

describe('size of hex data', () => {
  it.each([
    ['0x', 0, '0 bytes'],
    ['0xab', 1, '1 byte'],
    ['0xabc', 2, '2 bytes'],
    [`0xa9059cbb${'0'.repeat(128)}`, 68, '68 bytes'],
    [undefined, 0, '0 bytes'],
    [null, 0, '0 bytes'],
    ['deadbeef', 4, '4 bytes'],
  ])('of %s is %s', (hex, size, text) => {
    expect(hexSize(hex)).toBe(size)
    expect(hexSizeText(hex)).toBe(text)
  })
})

describe('text in hex data', () => {
  it.each([
    ['0x48656c6c6f', 'Hello'],
    ['0x48690a74686572650d0a09', 'Hi\nthere\r\n\t'],
    ['c3bc', 'ü'],
    ['0xf09f9880', '😀'],
  ])('%s spells %j', (hex, text) => {
    expect(hexToText(hex)).toBe(text)
  })

  it.each(['0x', '0xabc', '0xff', '0x00', '0x481b5b', '0xc3', 'hello'])('%s spells nothing', (hex) => {
    expect(hexToText(hex)).toBeUndefined()
  })
})

describe('backup codes', () => {
  it.each([
    ['12345678', '1234 5678'],
    ['00000042', '0000 0042'],
  ])('%s is shown as %s', (code, text) => {
    expect(backupCodeText(code)).toBe(text)
  })

  it('are downloaded unbroken, without the used ones', () => {
    expect(
      backupFileText([
        { value: '12345678' },
        { value: '11112222', usedAt: '2024-03-05T14:07:09Z' },
        { value: '00000042', usedAt: null },
      ]),
    ).toBe('12345678; 00000042')
    expect(backupFileText([])).toBe('')
  })

  it('are downloaded into a file named after the millisecond', () => {
    expect(backupFileName(1_709_647_629_000)).toBe('back-up-1709647629000.txt')
  })
})
