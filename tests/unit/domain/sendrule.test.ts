import { describe, expect, it } from 'vitest'
import { type AmountCheck, amountError, recipientError } from '#domain/sendrule.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('recipient on an EVM chain', () => {
  it.each(['', '   ', '\n'])('%j is missing', async (text) => {
    expect(await recipientError(text, 'redbelly:testnet')).toBe('Wallet address is required')
  })

  it.each([EVM, EVM.toLowerCase(), ` ${EVM}\n`])('%j passes', async (text) => {
    expect(await recipientError(text, 'ethereum:sepolia')).toBeUndefined()
  })

  it.each([EVM.slice(0, -1), `${EVM}0`, EVM.slice(2), EVM.replace('5', 'g'), 'abc'])(
    '%s is no Ethereum address',
    async (text) => {
      expect(await recipientError(text, 'polygon:amoy')).toBe('Wallet address should be Ethereum address')
    },
  )
})

describe('recipient on a Bitcoin chain', () => {
  it.each([
    ['bitcoin:mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin:mainnet', ' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 '],
    ['bitcoin:testnet', 'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz'],
    ['bitcoin:regtest', 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'],
  ])('on %s accepts %s', async (blockchain, text) => {
    expect(await recipientError(text, blockchain)).toBeUndefined()
  })

  it.each([
    ['bitcoin:mainnet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'mainnet'],
    ['bitcoin:mainnet', EVM, 'mainnet'],
    ['bitcoin:testnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'testnet'],
    ['bitcoin:regtest', 'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz', 'regtest'],
  ])('on %s refuses %s', async (blockchain, text, network) => {
    expect(await recipientError(text, blockchain)).toBe(
      `Wallet address should be a valid Bitcoin ${network} address`,
    )
  })

  it('is required too', async () => {
    expect(await recipientError(' ', 'bitcoin:regtest')).toBe('Wallet address is required')
  })
})

const COIN = 10n ** 18n
const native = (fields: Partial<AmountCheck> = {}): AmountCheck => ({
  amount: '1',
  asset: { amount: (10n * COIN).toString(), blockchain: 'redbelly:testnet', decimals: 18 },
  nativeBalance: 10n * COIN,
  fee: COIN / 1000n,
  ...fields,
})
const token = (fields: Partial<AmountCheck> = {}): AmountCheck => ({
  amount: '1',
  asset: { amount: '5000000', blockchain: 'redbelly:testnet', decimals: 6, type: 'ERC20' },
  nativeBalance: COIN,
  fee: COIN / 1000n,
  ...fields,
})
const bitcoin = (fields: Partial<AmountCheck> = {}): AmountCheck => ({
  amount: '0.5',
  asset: { amount: '100000000', blockchain: 'bitcoin:regtest', decimals: 8 },
  nativeBalance: '100000000',
  fee: 1410n,
  ...fields,
})
const rich = (decimals: number) => ({
  amount: 10n ** BigInt(decimals + 12),
  blockchain: 'redbelly:testnet',
  decimals,
})

describe('amount of any asset', () => {
  it.each([undefined, '', '0', '0.00', '0.'])('%j is missing', (amount) => {
    for (const check of [native, token, bitcoin])
      expect(amountError(check({ amount }))).toBe('Amount is required')
  })

  it.each([
    ['999999999', undefined],
    ['999999999.0000001', 'Max is 999999999'],
    ['1000000000', 'Max is 999999999'],
  ])('%s against the maximum gives %s', (amount, message) => {
    const asset = { ...rich(18), amount: rich(18).amount.toString() }
    expect(amountError(native({ amount, asset }))).toBe(message)
  })

  it.each([
    [6, '0.123456', undefined],
    [6, '0.1234567', 'Invalid input. Please enter a valid integer.'],
    [8, '0.00000001', undefined],
    [8, '0.000000001', 'Invalid input. Please enter a valid integer.'],
    [18, '0.0000000000000000001', 'Invalid input. Please enter a valid integer.'],
  ])('with %s decimals %s gives %s', (decimals, amount, message) => {
    const asset = { ...rich(decimals), amount: rich(decimals).amount.toString() }
    expect(amountError(native({ amount, asset }))).toBe(message)
  })
})

describe('amount of a token', () => {
  it('needs the gas of the chosen tier in the native coin', () => {
    expect(amountError(token({ nativeBalance: COIN / 1000n - 1n }))).toBe('Not enough funds for gas')
    expect(amountError(token({ nativeBalance: COIN / 1000n }))).toBeUndefined()
  })

  it.each([undefined, '0', 0n])('needs a native coin on the chain, not a balance of %s', (nativeBalance) => {
    expect(amountError(token({ nativeBalance, fee: 0n }))).toBe('Not enough funds for gas')
  })

  it('may be the whole balance and not more', () => {
    expect(amountError(token({ amount: '5' }))).toBeUndefined()
    expect(amountError(token({ amount: '5.000001' }))).toBe('Amount should be less than your balance')
  })
})

describe('amount of a collectible', () => {
  const ape = (fields: Partial<AmountCheck>) =>
    token({ asset: { amount: '2', blockchain: 'hardhat', decimals: 18, type: 'ERC721' }, fee: 0n, ...fields })

  it('is whole, at most what is owned, and needs a native coin all the same', () => {
    expect(amountError(ape({ amount: '2' }))).toBeUndefined()
    expect(amountError(ape({ amount: '1.5' }))).toBe('Invalid input. Please enter a valid integer.')
    expect(amountError(ape({ amount: '3' }))).toBe('Amount should be less than your balance')
    expect(amountError(ape({ amount: '1', nativeBalance: undefined }))).toBe('Not enough funds for gas')
  })
})

describe('amount of a native coin', () => {
  it('and its gas may be the whole balance and not more', () => {
    expect(amountError(native({ amount: '9.999' }))).toBeUndefined()
    expect(amountError(native({ amount: '9.999000000000000001' }))).toBe(
      'Amount should be less than your balance',
    )
  })

  it('is checked again with the gas of another tier', () => {
    const check = { amount: '9.999' }
    expect(amountError(native({ ...check, fee: COIN / 2000n }))).toBeUndefined()
    expect(amountError(native({ ...check, fee: COIN / 500n }))).toBe(
      'Amount should be less than your balance',
    )
  })

  it('is compared with the balance alone until the gas is known', () => {
    expect(amountError(native({ amount: '10', fee: undefined }))).toBeUndefined()
    expect(amountError(native({ amount: '10.1', fee: undefined }))).toBe(
      'Amount should be less than your balance',
    )
  })
})

describe('amount of bitcoin', () => {
  it('and its fee in satoshi may be the whole balance and not more', () => {
    expect(amountError(bitcoin({ amount: '0.9999859' }))).toBeUndefined()
    expect(amountError(bitcoin({ amount: '0.99998591' }))).toBe('Amount should be less than your balance')
  })

  it('cannot be sent when the fee is estimated as zero', () => {
    expect(amountError(bitcoin({ fee: 0n }))).toBe('Not enough fee for send')
    expect(amountError(bitcoin({ fee: undefined }))).toBeUndefined()
  })
})

describe('of several faults the first is named', () => {
  const faults: [string, AmountCheck, string][] = [
    ['too much before too many decimals', token({ amount: '1000000000.1234567' }), 'Max is 999999999'],
    [
      'too many decimals before gas',
      token({ amount: '0.1234567', nativeBalance: undefined }),
      'Invalid input. Please enter a valid integer.',
    ],
    ['gas before the balance', token({ amount: '6', nativeBalance: undefined }), 'Not enough funds for gas'],
    [
      'the balance before a fee of zero',
      bitcoin({ amount: '2', fee: 0n }),
      'Amount should be less than your balance',
    ],
    ['nothing typed before all else', token({ amount: '', nativeBalance: undefined }), 'Amount is required'],
  ]
  it.each(faults)('%s', (_, check, message) => {
    expect(amountError(check)).toBe(message)
  })
})
