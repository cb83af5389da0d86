import { describe, expect, it } from 'vitest'
import { parseBitcoinLink } from '#domain/bitcoinlink.ts'

const ADDRESS = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'
const SEGWIT = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'

describe('a link that asks for bitcoin (BIP 21)', () => {
  it.each([
    [`bitcoin:${ADDRESS}`, { address: ADDRESS }],
    [`bitcoin:${ADDRESS}?label=Luke-Jr`, { address: ADDRESS }],
    [`bitcoin:${ADDRESS}?amount=20.3&label=Luke-Jr`, { address: ADDRESS, amount: '20.3' }],
    [
      `bitcoin:${ADDRESS}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
      { address: ADDRESS, amount: '50' },
    ],
    [`bitcoin:${ADDRESS}?somethingyoudontunderstand=50&somethingelseyoudontget=999`, { address: ADDRESS }],
    [` BITCOIN:${SEGWIT}?AMOUNT=0.10\n`, { address: SEGWIT, amount: '0.1' }],
    [`bitcoin:${ADDRESS}?amount=.5`, { address: ADDRESS, amount: '0.5' }],
    [`bitcoin:${ADDRESS}?amount=5.`, { address: ADDRESS, amount: '5' }],
    [`bitcoin:${ADDRESS}?amount=0.00000001#top`, { address: ADDRESS, amount: '0.00000001' }],
    [`bitcoin:${ADDRESS}?`, { address: ADDRESS }],
  ])('%s', (text, link) => {
    expect(parseBitcoinLink(text)).toEqual(link)
  })

  it.each([
    ['no link', ADDRESS],
    ['another scheme', `litecoin:${ADDRESS}`],
    ['no address', 'bitcoin:?amount=1'],
    ['what must be known and is not', `bitcoin:${ADDRESS}?req-somethingyoudontunderstand=50`],
    ['what must be known, in capitals', `BITCOIN:${SEGWIT}?REQ-POP=1`],
    ['a comma', `bitcoin:${ADDRESS}?amount=50,000.00`],
    ['an exponent', `bitcoin:${ADDRESS}?amount=1e3`],
    ['a sign', `bitcoin:${ADDRESS}?amount=-1`],
    ['an empty amount', `bitcoin:${ADDRESS}?amount=`],
    ['a lone point', `bitcoin:${ADDRESS}?amount=.`],
    ['less than a satoshi', `bitcoin:${ADDRESS}?amount=0.000000001`],
    ['more than there is', `bitcoin:${ADDRESS}?amount=100000000`],
    ['two amounts', `bitcoin:${ADDRESS}?amount=1&amount=2`],
    ['something before it', `see bitcoin:${ADDRESS}`],
  ])('is refused for %s', (_, text) => {
    expect(parseBitcoinLink(text)).toBeUndefined()
  })
})
