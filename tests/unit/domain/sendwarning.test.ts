import { describe, expect, it } from 'vitest'
import { acquaintance, HINT_TEXTS, isGrave, recipientHints, recipientsOf } from '#domain/sendwarning.ts'
import { transaction } from '#tests/unit/state/fixture.ts'

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7'
const KNOWN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const LIKE = '0x861700000000000000000000000000000000070D'

const hints = (recipient: string, more: Partial<Parameters<typeof recipientHints>[0]> = {}) =>
  recipientHints({
    recipient,
    contract: null,
    own: [OWN, 'bcrt1qqyqszqg'],
    ...acquaintance(recipient, [KNOWN]),
    ...more,
  })

describe('hints about a recipient', () => {
  it.each([
    [`0x${'0'.repeat(40)}`, 'zero'],
    ['0x000000000000000000000000000000000000dEaD', 'burn'],
    ['0xdEAD000000000000000042069420694206942069', 'burn'],
    [`0x${'e'.repeat(40)}`, 'burn'],
    [`0x${'0'.repeat(39)}1`, 'system'],
    [`0x${'0'.repeat(39)}A`, 'system'],
    [`0x${'0'.repeat(37)}100`, 'system'],
    [`0x${'0'.repeat(36)}1010`, 'system'],
  ] as const)('%s belongs to nobody: %s', (recipient, hint) => {
    expect(hints(recipient)).toEqual([hint, 'first'])
    expect(hints(` ${recipient.toLowerCase()} `)[0]).toBe(hint)
    expect(isGrave(hint)).toBe(true)
  })

  it('one digit more is an address like any other', () => {
    expect(hints(`0x${'0'.repeat(35)}10000`)).toEqual(['first'])
  })

  it('name who looks like a known one instead of a first time', () => {
    expect(hints(LIKE)).toEqual(['look-alike'])
    expect(acquaintance(LIKE, [KNOWN])).toEqual({ known: false, lookalikeOf: KNOWN })
  })

  it('say nothing of a known one, in any letter case', () => {
    expect(hints(KNOWN)).toEqual([])
    expect(hints(KNOWN.toLowerCase())).toEqual([])
  })

  it.each([OWN, ` ${OWN.toLowerCase()} `, 'BCRT1QQYQSZQG'])('name an own address: %s', (recipient) => {
    expect(hints(recipient)).toEqual(['own'])
  })

  it('name the contract of the token, and capitals that are not those of the checksum', () => {
    expect(hints(KNOWN.toLowerCase(), { contract: KNOWN })).toEqual(['token'])
    expect(hints(KNOWN, { wrongChecksum: true })).toEqual(['checksum'])
    expect(hints(KNOWN, { contract: '' })).toEqual([])
  })

  it('have the words of the spec', () => {
    expect(HINT_TEXTS.first).toBe('First time to this address')
    expect(HINT_TEXTS.checksum).toBe(
      'The capital letters of this address do not match its checksum. Check it.',
    )
  })
})

it('earlier recipients are those of what this wallet has sent', () => {
  const leg = (walletId: string, direction: 'income' | 'outcome') => ({
    walletId,
    accountId: 'x',
    direction,
  })
  const sent = { status: 'success', accountTxs: [leg('w1', 'outcome')] } as const
  expect(
    recipientsOf(
      [
        transaction('t1', ['w1'], { ...sent, accountTxs: [...sent.accountTxs], recipient: 'a' }),
        transaction('t2', ['w1'], { status: 'rejected', accountTxs: [...sent.accountTxs], recipient: 'b' }),
        transaction('t3', ['w1'], { status: 'success', accountTxs: [leg('w1', 'income')], recipient: 'c' }),
        transaction('t4', ['w2'], { status: 'success', accountTxs: [leg('w2', 'outcome')], recipient: 'd' }),
        transaction('t5', ['w1'], {
          status: 'broadcasting',
          accountTxs: [...sent.accountTxs],
          recipient: null,
        }),
      ],
      'w1',
    ),
  ).toEqual(['a'])
})
