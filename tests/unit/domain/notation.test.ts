import { afterEach, expect, test, vi } from 'vitest'
import { amountText, exactAmount, groupedText, signedAmount, smallAmountText } from '#domain/amount.ts'
import { EMPTY_FIELD, editField, fieldAmount } from '#domain/amountfield.ts'
import { fillCrypto } from '#domain/conversion.ts'
import { dateText, dateTimeText, dayText, nearText } from '#domain/date.ts'
import { ENGLISH, shown, writeAs } from '#domain/notation.ts'
import { german } from '#domain/notations/de.ts'
import { spanish } from '#domain/notations/es.ts'
import { payChoose } from '#domain/paylink.ts'
import { centsText, priceText, usdText } from '#domain/usd.ts'

afterEach(() => {
  writeAs(ENGLISH)
  vi.unstubAllEnvs()
})

const NOW = '2024-03-05T14:07:09Z'

test.each([
  ['English', ENGLISH, '.', ',', ['05 Mar 2024', '05 Mar 2024, 2:07 PM GMT+0', '5 Mar', '5 Mar, 14:07']],
  ['German', german, ',', '\u202f', ['05.03.2024', '05.03.2024, 14:07 GMT+0', '5. März', '5. März, 14:07']],
  ['Spanish', spanish, ',', '\u202f', ['5 mar 2024', '5 mar 2024, 14:07 GMT+0', '5 mar', '5 mar, 14:07']],
] as const)('numbers and dates as in %s', (_, notation, point, group, dates) => {
  vi.stubEnv('TZ', 'UTC')
  writeAs(notation)
  const written = (english: string) =>
    english.replaceAll(',', 'G').replaceAll('.', point).replaceAll('G', group)
  expect(usdText('1234567.891')).toBe(written('$ 1,234,567.89'))
  expect(usdText('0')).toBe('$ 0')
  expect(centsText(99)).toBe(written('$ 0.99'))
  expect(priceText('0.001235')).toBe(written('$ 0.001235'))
  expect(groupedText('1234567.00012')).toBe(written('1,234,567.00012'))
  expect(amountText('1500')).toBe(written('1.5K'))
  expect(amountText('12.345')).toBe(written('12.35'))
  expect(smallAmountText('0.001235')).toBe(written('0.001235'))
  expect(exactAmount('1500000', 6, 'usdc.e')).toBe(`${written('1.5')} USDC.E`)
  expect(signedAmount('outcome', '1', 8, 'btc')).toBe(`-<${written('0.000001')} BTC`)
  expect(shown('1999999')).toBe('1999999')
  expect([dateText, dateTimeText, dayText, nearText].map((text) => text(NOW))).toEqual(dates)
})

const type = (keys: string) => {
  let field = EMPTY_FIELD
  // The next key comes after what the field shows.
  for (const key of keys) field = editField(field, shown(field.text) + key)
  return field
}

test('a field that shows commas reads both signs as they are typed, and no pasted text that may mean two amounts', () => {
  writeAs(german)
  expect(fieldAmount(type('1,5'))).toBe('1.5')
  expect(shown(type('1.500').text)).toBe('1,500')
  expect(fieldAmount(editField(EMPTY_FIELD, '1234,56'))).toBe('1234.56')
  for (const text of ['1.500', '12.345', '1.234,56', '1.234.567'])
    expect(editField(EMPTY_FIELD, text), text).toEqual({ ...EMPTY_FIELD, refusal: 'typing' })
  for (const text of ['0.25', '1.5', '1,5', '1.50', '1234.567']) {
    const field = editField(EMPTY_FIELD, text)
    expect([fieldAmount(field), shown(field.text)]).toEqual([text.replace(',', '.'), text.replace('.', ',')])
  }
  writeAs(ENGLISH)
  expect(fieldAmount(editField(EMPTY_FIELD, '1.500'))).toBe('1.500')
})

test('a field that shows points takes no pasted `1,500`, as balances are written beside it, for one and a half', () => {
  for (const text of ['1,500', '142,347', ' 12,345 '])
    expect(editField(EMPTY_FIELD, text), text).toEqual({ ...EMPTY_FIELD, refusal: 'typing' })
  expect(shown(type('1,500').text)).toBe('1.500')
  expect(fieldAmount(editField(EMPTY_FIELD, '0,125'))).toBe('0.125')
  expect(fieldAmount(editField(EMPTY_FIELD, '1,5'))).toBe('1.5')
})

test('an amount that the program fills in is not read as a typed one', () => {
  writeAs(german)
  const { crypto, usd } = fillCrypto('9.123', { price: '1500', decimals: 18 })
  expect([fieldAmount(crypto), shown(crypto.text), fieldAmount(usd)]).toEqual(['9.123', '9,123', '13684.50'])
  expect(crypto.refusal).toBeUndefined()
  expect(payChoose('9.123')).toBe(
    'The link names no network, so choose the asset yourself. It asks for 9,123.',
  )
})
