// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { UsdTotal } from '#ui/UsdTotal.tsx'
import { render } from './render.tsx'

afterEach(() => document.body.replaceChildren())

describe('Amount', () => {
  test.each([
    ['1999999 RBNT', ['999', '999']],
    ['-1234567.8901234 BTC', ['234', '567.890', '123', '4']],
    ['4200.5 USDC', ['200.5']],
    ['0.001653 MATIC', ['653']],
    ['0.000000000021000001 RBNT', ['000', '000', '021', '000', '001']],
    ['$ 7,747.29', []],
    ['100 ETH', []],
    ['<0.000001', ['001']],
    ['1e+78 APE', []],
    ['-', []],
    ['', []],
  ])('%s keeps its text and sets %j apart', async (text, groups) => {
    const { box } = await render(<Amount>{text}</Amount>)
    expect(box.textContent).toBe(text)
    expect([...box.querySelectorAll('.whitespace-nowrap')].map((span) => span.textContent)).toEqual(groups)
  })
})

describe('UsdTotal', () => {
  test.each(['$ 49,081.11', '$ 0', '-$ 12.50', '$ <0.01', '-'])('%s keeps its text', async (text) => {
    const { box } = await render(<UsdTotal>{text}</UsdTotal>)
    expect(box.textContent).toBe(text)
  })

  test('only the whole part is in the text colour', async () => {
    const { box } = await render(<UsdTotal>$ 49,081.11</UsdTotal>)
    expect(box.querySelector('.text-text')?.textContent).toBe('49,081')
  })
})

describe('AddressGroups', () => {
  test.each([
    ['an EVM address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['a segwit address', 'bc1qqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqrn7dgd'],
    ['a legacy address of 33 characters', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNL'],
    ['what is too short to split', '0x1234'],
  ])('%s copies as it is, with its ends in groups of their own', async (_, address) => {
    const { box } = await render(<AddressGroups value={address} />)
    const groups = [...box.querySelectorAll('span span')].map((span) => span.textContent ?? '')
    expect(groups.join('')).toBe(address)
    if (address.length < 11) return
    expect(groups[0]).toHaveLength(6)
    expect(groups.at(-1)).toHaveLength(4)
    expect(groups.slice(1, -2).every((group) => group.length === 4)).toBe(true)
  })
})
