import { describe, expect, it } from 'vitest'
import {
  AMOUNT_HINT,
  type AmountField,
  EMPTY_FIELD,
  editField,
  fieldAmount,
  fieldHint,
  leaveField,
} from '#domain/amountfield.ts'

/** Types key by key at the end of what the field shows, as an input element reports it. */
const typed = (keys: string, decimals?: number, start: AmountField = EMPTY_FIELD) =>
  [...keys].reduce((field, key) => editField(field, field.text + key, decimals), start)
const pasted = (text: string, decimals?: number, start: AmountField = EMPTY_FIELD) =>
  editField(start, text, decimals)

describe('an amount field', () => {
  it.each([
    ['12', '12'],
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['0.05', '0.05'],
    ['.', '0'],
    [',', '0'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['.05', '0.05'],
    ['..5', '0.5'],
    ['0.', '0.'],
    ['5.', '5.'],
  ])('reads the keys %s as %s', (keys, text) => {
    const field = typed(keys)
    expect(field.text).toBe(text)
    expect(fieldHint(field)).toBeUndefined()
  })

  it.each([
    ['12', '12'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    [',', '0'],
    ['1234567890123456789.123456789012345678', '1234567890123456789.123456789012345678'],
  ])('takes the pasted text %s as %s', (text, taken) => {
    expect(pasted(text).text).toBe(taken)
  })

  it.each(['a', '-', '+', 'e', '$', '٣'])('refuses the key %j and keeps what it had', (key) => {
    const field = typed(`12${key}`)
    expect(field.text).toBe('12')
    expect(fieldHint(field)).toBe(AMOUNT_HINT)
  })

  it.each(['-5', '1e5', '1.234,56', '1,234.56', '1.2.3', '0x10', 'abc', '1 000', '..', '9'.repeat(129)])(
    'refuses the pasted text %s and changes nothing',
    (text) => {
      const before = typed('7')
      const field = pasted(text, undefined, before)
      expect(field.text).toBe('7')
      expect(fieldHint(field)).toBe('Only digits and one decimal separator.')
    },
  )

  it.each([' 1.5', '1.5\n', '\u00a01,5\t', ' 1.5 '])('trims the blanks around the pasted text %j', (text) => {
    expect(pasted(text)).toEqual({ text: '1.5', separator: false })
    expect(pasted(text, undefined, typed('12a'))).toEqual({ text: '1.5', separator: false })
  })

  it.each(['-5', 'a5', ',,5', 'abc5'])('that is empty is as usable after the refused keys of %s', (keys) => {
    expect(typed(keys)).toEqual({ text: keys.includes(',') ? '0.5' : '5', separator: false })
  })

  it.each([
    ['12.345', '12.34'],
    ['12,3', '12.3'],
  ])('with two decimals reads the keys %s as %s', (keys, text) => {
    expect(typed(keys, 2).text).toBe(text)
  })

  it('with two decimals refuses a third one in a paste', () => {
    expect(pasted('12.345', 2)).toEqual({ ...EMPTY_FIELD, refusal: 'typing' })
    expect(pasted('12,3', 2).text).toBe('12.3')
  })

  it.each([
    ['', undefined],
    ['5.', '5'],
    ['0.5', '0.5'],
  ])('showing %j holds the amount %s', (text, amount) => {
    expect(fieldAmount({ text, separator: false })).toBe(amount)
  })
})

describe('after a refusal', () => {
  it.each([
    ['1.234,56', '1.234'],
    ['1e5', '1'],
    ['12a3.4', '12'],
  ])('the rest of %s is not taken', (keys, text) => {
    const field = typed(keys)
    expect(field.text).toBe(text)
    expect(fieldHint(field)).toBe(AMOUNT_HINT)
  })

  it('a paste behind what is left is not taken either', () => {
    const field = typed('1.234,')
    expect(pasted('1.23456', undefined, field)).toEqual(field)
  })

  it('deleting is possible and ends the refusal once the field is empty', () => {
    const shorter = editField(typed('12a'), '1')
    expect(shorter).toMatchObject({ text: '1', refusal: 'typing' })
    const empty = editField(shorter, '')
    expect(empty).toEqual(EMPTY_FIELD)
    expect(typed('5', undefined, empty)).toEqual({ text: '5', separator: false })
  })

  it('replacing the whole text ends it', () => {
    expect(pasted('77', undefined, typed('1.234,'))).toEqual({ text: '77', separator: false })
    expect(pasted('12', undefined, typed('abc'))).toEqual({ text: '12', separator: false })
  })

  it.each([
    ['12x', '1'],
    ['12x', '2'],
    ['1.234,', '3'],
    ['5x', '5'],
  ])('after %s so does %s in its place, and more can be typed', (keys, key) => {
    const replaced = editField(typed(keys), key, undefined, true)
    expect(replaced).toEqual({ text: key, separator: false })
    expect(typed('7', undefined, replaced).text).toBe(`${key}7`)
  })

  it('what cannot be an amount does not replace one', () => {
    expect(editField(typed('12'), 'x', undefined, true)).toMatchObject({ text: '12', refusal: 'typing' })
  })

  it('leaving keeps the hint until the next edit', () => {
    const left = leaveField(typed('1e'))
    expect(fieldHint(left)).toBe(AMOUNT_HINT)
    expect(typed('5', undefined, left)).toEqual({ text: '15', separator: false })
    expect(typed('x5', undefined, left)).toMatchObject({ text: '1', refusal: 'typing' })
  })

  it('leaving a field without one changes nothing', () => {
    const field = typed('1.5')
    expect(leaveField(field)).toBe(field)
  })
})
