import { describe, expect, test } from 'vitest'
import type { Contact } from '#contract/contact.ts'
import { CONTACT_NAME_FORBIDDEN } from '#contract/line.ts'
import {
  ADDRESS_UNKNOWN,
  addressUsed,
  CONTACT_NAME_USED,
  makeBook,
  nameKey,
  readAddress,
  TWO_ADDRESSES,
} from '#domain/contact.ts'
import { contactsCsv, readContactsCsv } from '#domain/contactcsv.ts'
import { dealingsOf, makeNames, nameOf } from '#domain/names.ts'
import { HINT_TEXTS } from '#domain/sendwarning.ts'
import { contact, transaction, wallet } from '#tests/unit/state/fixture.ts'

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EITHER = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'
const on = (network: Contact['addresses'][number]['network'], address: string) => ({ network, address })
const jun = contact('c1', { name: 'Jun Okafor', addresses: [on('evm', EVM)] })

describe('an address that is typed', () => {
  test.each([
    [` ${EVM.toLowerCase()} `, { addresses: [on('evm', EVM)] }],
    [BTC.toUpperCase(), { addresses: [on('bitcoin', BTC)] }],
    // Legacy addresses of both test networks look the same.
    [EITHER, { addresses: [on('testnet', EITHER), on('regtest', EITHER)] }],
    ['', { error: 'Wallet address is required' }],
    ['Jun', { error: ADDRESS_UNKNOWN }],
    [EVM.replace('aA', 'Aa'), { error: HINT_TEXTS.checksum }],
  ])('%j', async (text, read) => expect(await readAddress(text)).toEqual(read))
})

describe('a book', () => {
  test('has no two names that look the same, and each address once', () => {
    const book = makeBook([jun])
    expect(nameKey(' ＪＵＮ\u3164Okafor')).toBe('jun okafor')
    expect(book.clash({ name: 'JUN okafor', addresses: [on('evm', OTHER)] })).toBe(CONTACT_NAME_USED)
    expect(book.clash({ name: 'Rosa', addresses: [on('evm', EVM.toLowerCase())] })).toBe(
      addressUsed('Jun Okafor'),
    )
    expect(book.clash({ name: 'Rosa', addresses: [on('evm', OTHER), on('evm', EVM)] })).toBe(TWO_ADDRESSES)
    expect(book.clash({ name: 'Rosa', addresses: [on('evm', OTHER), on('bitcoin', BTC)] })).toBeUndefined()
  })
})

describe('a file', () => {
  test('comes back as it went out, and runs nothing in a spreadsheet', async () => {
    const odd = contact('c2', {
      name: '=HYPERLINK("https://evil.example")',
      note: '@SUM(1); "2"',
      addresses: [on('evm', OTHER), on('bitcoin', BTC)],
    })
    const text = contactsCsv([jun, odd])
    expect(text.split('\r\n')).toEqual([
      'Name,Network,Address,Note',
      `Jun Okafor,EVM,${EVM},`,
      `"'=HYPERLINK(""https://evil.example"")",EVM,${OTHER},"'@SUM(1); ""2"""`,
      `"'=HYPERLINK(""https://evil.example"")",Bitcoin,${BTC},"'@SUM(1); ""2"""`,
      '',
    ])
    const { name, note, addresses } = odd
    expect(await readContactsCsv(text, [])).toEqual({
      contacts: [
        { name: 'Jun Okafor', note: '', addresses: jun.addresses },
        { name, note, addresses },
      ],
      known: 0,
      errors: [],
    })
    expect(await readContactsCsv(text, [jun])).toMatchObject({ known: 1, contacts: [{ name }], errors: [] })
    expect(await readContactsCsv(text, [jun, odd])).toEqual({ contacts: [], known: 2, errors: [] })
  })

  test('says of each line what is wrong with it', async () => {
    const text = [
      '\ufeffName;Network;Address;Note',
      `Rosa;;${BTC};`,
      `;EVM;${OTHER};`,
      'Tom;EVM;0x12;',
      `A\u202eB;EVM;${OTHER};`,
      `Ann;Doge;${OTHER};`,
      `Rosa;bitcoin;${BTC};`,
      '',
      `JUN OKAFOR;EVM;${OTHER};`,
      `Ben;EVM;${EVM};`,
    ].join('\n')
    const { contacts, errors } = await readContactsCsv(text, [jun])
    expect(contacts.map(({ name }) => name)).toEqual(['Rosa'])
    expect(errors).toEqual([
      { line: 3, error: 'Name is required' },
      { line: 4, error: 'Wallet address should be Ethereum address' },
      { line: 5, error: CONTACT_NAME_FORBIDDEN },
      { line: 6, error: 'Network should be EVM, Bitcoin, Bitcoin Testnet, Bitcoin Regtest, or empty' },
      { line: 7, error: TWO_ADDRESSES },
      { line: 9, error: CONTACT_NAME_USED },
      { line: 10, error: addressUsed('Jun Okafor') },
    ])
    expect((await readContactsCsv('a,b\n', [])).errors).toEqual([
      { line: 1, error: 'The first line should be Name,Network,Address,Note' },
    ])
  })
})

describe('a name', () => {
  const own = wallet('w1', { name: 'Payroll', accounts: [{ id: 'a', network: 'evm', address: OTHER }] })

  test('is the wallet’s own, else the contact’s', () => {
    const names = makeNames([jun, contact('c2', { name: 'Me', addresses: [on('evm', OTHER)] })], [own])
    expect(nameOf(names, EVM.toLowerCase())).toEqual({
      ...{ name: 'Jun Okafor', kind: 'person', id: 'c1', address: EVM },
    })
    expect(nameOf(names, OTHER)).toEqual({ name: 'Payroll', kind: 'wallet', id: 'w1', address: OTHER })
    expect(nameOf(names, `${EVM.slice(0, -1)}e`)).toBeUndefined()
    expect(nameOf(names, null)).toBeUndefined()
  })

  test('has dealings: what was sent and received, once each, and not what failed', () => {
    const sent = transaction('t1', ['w1'], { recipient: EVM, status: 'success' })
    const later = { ...sent, id: 't2', createdAt: '2026-05-05T00:00:00.000Z' }
    const got = {
      ...sent,
      id: 't3',
      direction: 'income' as const,
      sender: EVM.toLowerCase(),
      recipient: OTHER,
    }
    const failed = { ...sent, id: 't4', status: 'failed' as const }
    const found = dealingsOf([sent, sent, later, got, failed])
    expect([...found]).toEqual([[EVM.toLowerCase(), { count: 3, sentAt: later.createdAt }]])
  })
})
