import { describe, expect, it } from 'vitest'
import {
  amountText,
  exactAmount,
  exactText,
  shortFee,
  shortRest,
  signedAmount,
  smallAmountText,
  textToUnits,
  unitsToText,
  wholeText,
} from '#domain/amount.ts'
import { Decimal } from '#domain/decimal.ts'
import { random } from './random.ts'

const UINT256 = (2n ** 256n - 1n).toString()
const zeros = (count: number) => '0'.repeat(count)

describe('amount display', () => {
  it.each([
    ['0', '0'],
    ['0.009', '0'],
    ['0.0099999', '0'],
    ['0.01', '0.01'],
    ['0.014999', '0.01'],
    ['0.015', '0.02'],
    ['1', '1.00'],
    ['5', '5.00'],
    ['0.995', '1.00'],
    ['1.005', '1.01'],
    ['12.344', '12.34'],
    ['12.345', '12.35'],
    ['999', '999.00'],
    ['999.99', '999.99'],
    ['999.994', '999.99'],
    ['999.995', '1.0K'],
    ['999.999', '1.0K'],
    ['1000', '1.0K'],
    ['1049.99', '1.0K'],
    ['1050', '1.1K'],
    ['1500', '1.5K'],
    ['1999', '2.0K'],
    ['9999', '10.0K'],
    ['12345', '12.3K'],
    ['123456', '123.5K'],
    ['999949.99', '999.9K'],
    ['999950', '1.0M'],
    ['999999', '1.0M'],
    ['1000000', '1.0M'],
    ['1049999', '1.0M'],
    ['1050000', '1.1M'],
    ['1550000', '1.6M'],
    ['12345678', '12.3M'],
    ['999999999', '1000.0M'],
    ['1000000000', '1000.0M'],
  ])('shows %s as %s', (value, shown) => {
    expect(amountText(value)).toBe(shown)
  })
})

describe('display of small amounts', () => {
  it.each([
    ['0.000001', '0.000001'],
    ['0.0000015', '0.000002'],
    ['0.00123456', '0.001235'],
    ['0.005', '0.005'],
    ['0.0099994', '0.009999'],
    ['0.0099999', '0.01'],
    ['0', '0'],
    ['0.00000099', '0'],
    ['0.0000005', '0'],
    ['0.01', '0.01'],
    ['12.345', '12.35'],
    ['1500', '1.5K'],
  ])('shows %s as %s', (value, shown) => {
    expect(smallAmountText(value)).toBe(shown)
  })
})

describe('exact values', () => {
  it.each([
    ['1234567890123456789', 18, '1.234567890123456789'],
    ['1', 18, '0.000000000000000001'],
    ['1500000', 6, '1.5'],
    ['0', 18, '0'],
    ['2', 0, '2'],
    ['1000', 3, '1'],
    [UINT256, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
  ])('divides %s by ten to the %s without losing a digit', (units, decimals, text) => {
    expect(unitsToText(units, decimals)).toBe(text)
  })

  it.each([undefined, null])('counts missing decimals (%s) as 18', (decimals) => {
    expect(unitsToText('1000000000000000000', decimals)).toBe('1')
    expect(textToUnits('1', decimals)).toBe(10n ** 18n)
  })

  it.each([-1, 1.5, 256, Number.NaN])('refuses %s decimals', (decimals) => {
    expect(() => unitsToText('1', decimals)).toThrow('Decimals should be a whole number from 0 to 255')
  })

  it.each([
    ['1.234567890123456789', 18, 1234567890123456789n],
    ['0.1', 6, 100000n],
    ['0.123456', 6, 123456n],
    ['2', 0, 2n],
    ['5.', 2, 500n],
    ['0.1200000', 2, 12n],
  ])('multiplies %s by ten to the %s', (text, decimals, units) => {
    expect(textToUnits(text, decimals)).toBe(units)
  })

  it.each([
    ['0.1234567', 6],
    ['0.000000001', 8],
    ['1.5', 0],
  ])('finds no whole number of units in %s with %s decimals', (text, decimals) => {
    expect(textToUnits(text, decimals)).toBeUndefined()
  })

  it.each(['', '.', '-', 'abc', '1e5', '0x10', '1,5', ' 1', '1.2.3', 'Infinity'])('refuses %j', (text) => {
    expect(() => amountText(text)).toThrow('is not decimal text')
  })

  it.each([
    [`1${zeros(77)}`, `1${zeros(77)}`],
    [`1${zeros(78)}`, '1e+78'],
    [`125${zeros(77)}`, '1.25e+79'],
    [`0.${zeros(76)}1`, `0.${zeros(76)}1`],
    [`0.${zeros(77)}1`, '1e-78'],
    [`0.${zeros(78)}125`, '1.25e-79'],
    [UINT256, UINT256],
    ['0', '0'],
    ['0.50', '0.5'],
    [`-1${zeros(78)}`, '-1e+78'],
  ])('writes %s as %s, as decimal.js does', (value, text) => {
    expect(exactText(value)).toBe(text)
    expect(new Decimal(value).toString()).toBe(text)
  })

  it('never rounds what a guardian decides about', () => {
    expect(exactAmount('1999999000000000000000000', 18, 'rbnt')).toBe('1999999 RBNT')
  })

  it('bounds what strangers call a token', () => {
    expect(exactAmount('1', 0, 'an endless name of a token')).toBe('1 AN ENDLESS NAME…')
    expect(exactAmount('1', 0, 'us\u202edc\n')).toBe('1 USDC')
  })
})

describe('signed amounts', () => {
  it.each([
    ['outcome', '1500000000000000000', 18, 'rbnt', '-1.50 RBNT'],
    ['income', '123456', 8, 'BTC', '+0.001235 BTC'],
    ['income', '1500000000000000000', undefined, 'RBNT', '+1.50 RBNT'],
    ['outcome', '0', 18, 'eth', '-0 ETH'],
    ['income', '0', 18, 'eth', '+0 ETH'],
    ['outcome', '1', 0, 'ape', '-1 APE'],
    ['outcome', '1', 8, 'btc', '-<0.000001 BTC'],
    ['income', '99', 8, 'btc', '+<0.000001 BTC'],
    ['income', '100', 8, 'btc', '+0.000001 BTC'],
  ] as const)(
    'writes an %s of %s units (%s decimals) of %s as %s',
    (direction, units, decimals, symbol, text) => {
      expect(signedAmount(direction, units, decimals, symbol)).toBe(text)
    },
  )

  it.each([
    ['0', '0'],
    ['2', '2'],
    ['999', '999'],
    ['1500', '1.5K'],
  ])('counts %s whole things as %s', (value, text) => {
    expect(wholeText(value)).toBe(text)
  })
})

describe('a fee at a glance', () => {
  it.each([
    ['0', undefined],
    ['0.00165288', undefined],
    ['0.000000000021000001', '<0.00000001'],
    ['0.00003150000044', '0.00003151'],
    ['0.000009999999999', '0.00001'],
    ['12.000000000000000001', '12.00000001'],
  ])('of %s is %s: never less than is paid', (exact, short) => {
    expect(shortFee(exact)).toBe(short)
  })
})

describe('the short form of what is left after a fee', () => {
  it.each([
    ['9.75', undefined],
    ['0.00000001', undefined],
    ['9.7499999858709144', '9.74999998'],
    ['0.000000009999999', '0'],
    ['12.999999999999999999', '12.99999999'],
  ])('of %s is %s: never more than there is', (exact, short) => {
    expect(shortRest(exact)).toBe(short)
  })
})

describe('any amount', () => {
  const draw = random(20240305)
  const digits = (most: number) => {
    const length = 1 + draw(most)
    return Array.from({ length }, () => draw(10)).join('')
  }

  it('survives the way to text and back with 0 to 36 decimals', () => {
    for (let decimals = 0; decimals <= 36; decimals += 1)
      for (let round = 0; round < 40; round += 1) {
        const units = BigInt(digits(78))
        const text = unitsToText(units, decimals)
        expect(textToUnits(text, decimals)).toBe(units)
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(text).toBe(new Decimal(units.toString()).div(new Decimal(10).pow(decimals)).toFixed())
      }
  })

  it('is displayed as decimal.js would round it', () => {
    const expected = (value: string) => {
      const amount = new Decimal(value)
      if (amount.lt('0.01')) return '0'
      if (amount.toDecimalPlaces(2).lt(1000)) return amount.toFixed(2)
      const thousands = amount.div(1000)
      return thousands.toDecimalPlaces(1).lt(1000)
        ? `${thousands.toFixed(1)}K`
        : `${amount.div(1e6).toFixed(1)}M`
    }
    for (let round = 0; round < 2000; round += 1) {
      const value = `${digits(9)}.${digits(12)}`
      expect(amountText(value)).toBe(expected(value))
    }
  })
})
