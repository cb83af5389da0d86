import { describe, expect, it } from 'vitest'
import {
  centsText,
  centsToUsd,
  cryptoUsd,
  feeUsd,
  feeUsdText,
  gasUsd,
  priceText,
  usdText,
} from '#domain/usd.ts'

describe('US dollars', () => {
  it.each([
    ['0', '$ 0'],
    ['0.00', '$ 0'],
    ['0.5', '$ 0.50'],
    ['999.999', '$ 1,000.00'],
    ['7903.8706', '$ 7,903.87'],
    ['1234567.891', '$ 1,234,567.89'],
    ['100', '$ 100.00'],
  ])('shows %s as %s', (value, text) => {
    expect(usdText(value)).toBe(text)
  })

  it.each([
    ['64000.5', '$ 64,000.50'],
    ['0.05', '$ 0.05'],
    ['0.01', '$ 0.01'],
    ['0.00123456', '$ 0.001235'],
    ['0.005', '$ 0.005'],
    ['0', '$ 0'],
  ])('shows a price of %s as %s', (value, text) => {
    expect(priceText(value)).toBe(text)
  })
})

describe('cents', () => {
  it.each([
    [123456, '1234.56'],
    [99, '0.99'],
    [1, '0.01'],
    [0, '0.00'],
  ])('reads %s as %s dollars', (cents, usd) => {
    expect(centsToUsd(cents)).toBe(usd)
  })

  it.each([
    [123456, '$ 1,234.56'],
    [5, '$ 0.05'],
    [0, '$ 0'],
    [null, '-'],
    [undefined, '-'],
  ])('shows %s as %s', (cents, text) => {
    expect(centsText(cents)).toBe(text)
  })
})

describe('fees in dollars', () => {
  it.each([
    [0, '0.01'],
    [0.4, '0.01'],
    [1, '0.01'],
    [2, '0.02'],
    [150, '1.50'],
    [null, '-'],
    [undefined, '-'],
  ])('reads a fee of %s cents as %s', (cents, usd) => {
    expect(feeUsd(cents)).toBe(usd)
  })

  it('shows the smallest fee as one cent and an unknown one as nothing', () => {
    expect(feeUsdText(0)).toBe('$ 0.01')
    expect(feeUsdText(150)).toBe('$ 1.50')
    expect(feeUsdText(null)).toBe('-')
  })
})

describe('products of amount and price', () => {
  it.each([
    ['1.5', '0.05', '0.08'],
    ['3', '0.335', '1.01'],
    ['1', '1.005', '1.01'],
    ['0.12345678', '64000.5', '7901.30'],
    ['1', '0.0449', '0.04'],
    ['3', '0.5', '1.50'],
  ])('makes %s coins at %s worth %s', (amount, price, usd) => {
    expect(cryptoUsd(amount, price)).toBe(usd)
  })

  it.each([
    ['0.00063', '0.05', '0.000032'],
    ['0.00165288', '0.05', '0.000083'],
    ['0.000021', '3000', '0.063000'],
    ['0.042', '0.02', '0.000840'],
  ])('makes a fee of %s coins at %s cost %s', (coins, price, usd) => {
    expect(gasUsd(coins, price)).toBe(usd)
  })
})
