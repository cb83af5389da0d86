import { describe, expect, it } from 'vitest'
import { EMPTY_PAIR, editCrypto, editUsd, hasPrice, usdToCrypto } from '#domain/conversion.ts'

const texts = ({ crypto, usd }: typeof EMPTY_PAIR) => [crypto.text, usd.text]

describe('editing coins', () => {
  it.each([
    ['1.5', '0.05', '0.08'],
    ['3', '0.335', '1.01'],
    ['1', '1.005', '1.01'],
    ['0.12345678', '64000.5', '7901.30'],
    ['1', '0.0449', '0.04'],
    ['2.', '1', '2.00'],
  ])('of %s at %s fills in %s dollars', (amount, price, usd) => {
    expect(texts(editCrypto(EMPTY_PAIR, amount, { price, decimals: 18 }))).toEqual([amount, usd])
  })

  it('takes any number of decimals, as the check of the whole amount comes with Next', () => {
    const amount = '0.1234567890123456789'
    expect(editCrypto(EMPTY_PAIR, amount, { price: '1', decimals: 6 }).crypto.text).toBe(amount)
  })

  it('works without a price and leaves dollars empty', () => {
    expect(texts(editCrypto(EMPTY_PAIR, '2', { decimals: 18 }))).toEqual(['2', ''])
    expect(texts(editCrypto(EMPTY_PAIR, '2', { price: '0', decimals: 18 }))).toEqual(['2', ''])
  })
})

describe('editing dollars', () => {
  it.each([
    ['100', '3', '33.333333'],
    ['200', '3', '66.666667'],
    ['1', '64000', '0.000016'],
    ['1', '0.05', '20'],
    ['0.01', '64000.5', '0'],
  ])('of %s at %s fills in %s coins', (usd, price, amount) => {
    expect(texts(editUsd(EMPTY_PAIR, usd, { price, decimals: 18 }))).toEqual([amount, usd])
    expect(usdToCrypto(usd, price, 18)).toBe(amount)
  })

  it.each([
    ['100', '3', 2, '33.33'],
    ['200', '3', 2, '66.67'],
    ['200', '3', 0, '67'],
  ])('of %s at %s keeps to the %s decimals of the token', (usd, price, decimals, amount) => {
    expect(editUsd(EMPTY_PAIR, usd, { price, decimals }).crypto.text).toBe(amount)
  })

  it('refuses a third decimal and leaves coins alone', () => {
    const rate = { price: '2', decimals: 18 }
    const pair = editUsd(editUsd(EMPTY_PAIR, '12.34', rate), '12.345', rate)
    expect(texts(pair)).toEqual(['6.17', '12.34'])
    expect(pair.usd.refusal).toBe('typing')
    expect(pair.crypto.refusal).toBeUndefined()
  })

  it('does nothing without a price', () => {
    expect(editUsd(EMPTY_PAIR, '5', { decimals: 18 })).toBe(EMPTY_PAIR)
  })

  it('writes very small amounts without an exponent', () => {
    expect(usdToCrypto('1', '999999', 18)).toBe('0.000001')
  })
})

describe('both fields', () => {
  const rate = { price: '2', decimals: 18 }

  it('are empty once one of them is emptied', () => {
    const pair = editCrypto(EMPTY_PAIR, '3', rate)
    expect(texts(pair)).toEqual(['3', '6.00'])
    expect(editCrypto(pair, '', rate)).toEqual(EMPTY_PAIR)
    expect(editUsd(pair, '', rate)).toEqual(EMPTY_PAIR)
  })

  it('keep their amounts when a key is refused', () => {
    const pair = editCrypto(editCrypto(EMPTY_PAIR, '3', rate), '3x', rate)
    expect(texts(pair)).toEqual(['3', '6.00'])
    expect(pair.crypto.refusal).toBe('typing')
  })
})

it('a price of zero, or none, is no price', () => {
  expect([null, undefined, '0', '0.00', '0.000001'].map(hasPrice)).toEqual([false, false, false, false, true])
})
