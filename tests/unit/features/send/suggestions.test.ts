import { describe, expect, it } from 'vitest'
import { dealingsOf, makeNames, paidOf } from '#domain/names.ts'
import { suggestionsFor } from '#features/send/suggestions.ts'
import { contact, transaction, wallet } from '#tests/unit/state/fixture.ts'

const NORDLYS = '0x9F3C88A1D4e07b52C1660F2aB93e7c05dE8841Ab'
const JUN = '0x77Da00000000000000000000000000000000c210'
const STRANGER = '0x1cB4000000000000000000000000000000009Ef0'
const ROSA = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const PAYROLL = '0x8D15000000000000000000000000000000e73B00'

const own = wallet('w1')
const payroll = wallet('w2', {
  name: 'Payroll',
  accounts: [
    { id: 'e', network: 'evm', address: PAYROLL },
    { id: 'b', network: 'regtest', address: '' },
  ],
})
const contacts = [
  contact('c1', { name: 'Nordlys Print', addresses: [{ network: 'evm', address: NORDLYS }] }),
  contact('c2', { name: 'Rosa', addresses: [{ network: 'regtest', address: ROSA }] }),
  contact('c3', { name: 'Jun Okafor', addresses: [{ network: 'evm', address: JUN }] }),
]
const sent = (id: string, recipient: string, day: number, more = {}) =>
  transaction(id, ['w1'], {
    ...{ recipient, status: 'success', amount: '750000', assetDecimals: 6, assetSymbol: 'usdc' },
    createdAt: `2026-11-${day}T10:00:00.000Z`,
    ...more,
  })

const known = (transactions: ReturnType<typeof sent>[] = []) => ({
  contacts,
  wallets: [own, payroll],
  paid: paidOf([{ id: 'w1', transactions }]),
  dealings: dealingsOf(transactions),
  names: makeNames(contacts, [own, payroll]),
})
const told = (search = '', network: 'evm' | 'regtest' | undefined = 'evm', of = known()) => {
  const { recent, people, wallets } = suggestionsFor(of, { network, from: 'w1', search })
  return [recent, people, wallets].map((group) =>
    group.map(({ name, address }) => name ?? address).join(', '),
  )
}

describe('whom the recipient field offers', () => {
  it('is who fits the network of the asset, but never the wallet that sends', () => {
    expect(told()).toEqual(['', 'Jun Okafor, Nordlys Print', 'Payroll'])
    expect(told('', 'regtest')).toEqual(['', 'Rosa', ''])
    expect(suggestionsFor(known(), { network: undefined, from: 'w2', search: '' }).wallets).toMatchObject([
      { id: 'w1' },
    ])
  })

  it('is found by name or address, and gone once the whole address stands there', () => {
    expect(told('nord')).toEqual(['', 'Nordlys Print', ''])
    expect(told(' 77dA')).toEqual(['', 'Jun Okafor', ''])
    expect(told(NORDLYS.toLowerCase())).toEqual(['', '', ''])
    expect(told('nobody')).toEqual(['', '', ''])
  })

  it('begins with who was paid last, each once', () => {
    const of = known([
      sent('1', STRANGER, 20),
      sent('2', NORDLYS, 12),
      sent('3', STRANGER.toLowerCase(), 23),
      sent('4', ROSA, 24, { blockchain: 'bitcoin:regtest' }),
      sent('5', PAYROLL, 11),
      sent('6', JUN, 10),
    ])
    expect(told('', 'evm', of)).toEqual([
      `${STRANGER.toLowerCase()}, Nordlys Print, Payroll`,
      'Jun Okafor',
      '',
    ])
    const { recent, people } = suggestionsFor(of, { network: 'evm', from: 'w1', search: '' })
    expect(recent.map(({ caption }) => caption)).toEqual([
      { before: 'Sent ', amount: '0.75 USDC', after: ', 23 Nov' },
      { before: 'Last sent 12 Nov' },
      { before: 'Last sent 11 Nov' },
    ])
    expect(people.map(({ caption }) => caption.before)).toEqual(['1 transfer'])
  })

  it('is nobody to whom nothing was sent, whatever a token says', () => {
    const income = [{ walletId: 'w1', accountId: 'a1', direction: 'income' as const }]
    const of = known([
      sent('1', STRANGER, 20, { amount: '0' }),
      sent('2', STRANGER, 21, { status: 'rejected' }),
      sent('3', STRANGER, 22, { status: 'pending-approval' }),
      sent('4', STRANGER, 23, { direction: 'income', accountTxs: income }),
    ])
    expect(told('', 'evm', of)[0]).toBe('')
  })
})
