import { describe, expect, it } from 'vitest'
import { maxAmount, sendBody } from '#domain/sendbody.ts'
import { amountError } from '#domain/sendrule.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('body of a send', () => {
  it('carries the ceiling that was shown', () => {
    const send = { amount: '1', asset: { id: 'a' }, recipient: EVM, speed: 'normal' } as const
    expect(sendBody({ ...send, maxFee: 25_200n * 30n })).toMatchObject({ maxFee: '756000' })
    expect(sendBody(send)).not.toHaveProperty('maxFee')
  })

  it.each([
    ['1.234567890123456789', { decimals: 18 }, '1234567890123456789'],
    ['1', {}, '1000000000000000000'],
    ['0.1', { decimals: 6, type: 'ERC20' }, '100000'],
    ['2', { decimals: 18, type: 'ERC721' }, '2'],
    ['0.00000546', { decimals: 8 }, '546'],
  ] as const)('turns %s of %j into %s units', (amount, asset, units) => {
    expect(sendBody({ amount, asset: { id: 'a1', ...asset }, recipient: EVM, speed: 'normal' })).toEqual({
      amount: units,
      assetId: 'a1',
      description: '',
      gas: 'normal',
      recipient: EVM,
    })
  })

  it.each([
    [` ${EVM}\n`, EVM],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ])('sends the recipient %j as %s', (recipient, sent) => {
    expect(sendBody({ amount: '1', asset: { id: 'a' }, recipient, speed: 'fast' })).toMatchObject({
      recipient: sent,
      gas: 'fast',
    })
  })

  it('is never made of a fraction of the smallest unit', () => {
    const send = {
      amount: '0.1234567',
      asset: { id: 'a', decimals: 6 },
      recipient: EVM,
      speed: 'slow',
    } as const
    expect(() => sendBody(send)).toThrow('Invalid input. Please enter a valid integer.')
  })
})

describe('the largest amount', () => {
  it.each([
    [{ amount: '5000000', decimals: 6, type: 'ERC20' }, 630000000000000n, '5'],
    [{ amount: '1000000000000000000' }, 630000000000000n, '0.99937'],
    [{ amount: '100' }, 630000000000000n, '0'],
    [{ amount: '100000000', decimals: 8 }, 1410n, '0.9999859'],
    [{ amount: '2', decimals: 18, type: 'ERC721' }, 0n, '2'],
    [{ amount: '1000000000000000', decimals: 6, type: 'ERC20' }, 0n, '999999999'],
  ] as const)('of %j with a fee of %s is %s', (asset, fee, amount) => {
    expect(maxAmount(asset, fee)).toBe(amount)
  })

  it('passes the form’s own check', () => {
    const asset = { amount: '1234567890123456789', blockchain: 'hardhat' }
    const fee = 630000000000001n
    expect(
      amountError({ amount: maxAmount(asset, fee), asset, nativeBalance: asset.amount, fee }),
    ).toBeUndefined()
  })
})
