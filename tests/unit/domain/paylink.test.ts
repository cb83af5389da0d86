import { describe, expect, test } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import { fillFromLink, PAY_REFUSED, readPayLink } from '#domain/paylink.ts'

const TO = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const asset = (id: string, blockchain: string, more: Partial<Asset> = {}): Asset => ({
  id,
  symbol: id,
  accountId: 'a1',
  blockchain,
  amount: '5',
  ...more,
})
const RBNT = asset('rbnt', 'redbelly:testnet')
const USDC = asset('usdc', 'redbelly:testnet', { type: 'ERC20', address: TOKEN.toLowerCase(), decimals: 6 })
const BTC = asset('btc', 'bitcoin:regtest', { decimals: 8 })
const ALL = [RBNT, USDC, BTC]

describe('a link fills in what it asks for', () => {
  test.each([
    [`bitcoin:${REGTEST}?amount=0.015`, 'btc', REGTEST, '0.015'],
    [`BITCOIN:${REGTEST.toUpperCase()}?amount=20`, 'btc', REGTEST, '20'],
    [`bitcoin:${REGTEST}?label=Luke%20Jr&message=x&lightning=ln1`, 'btc', REGTEST, undefined],
    [`ethereum:${TO}@153?value=2.014e18`, 'rbnt', TO, '2.014'],
    [`ethereum:pay-${TO}@153?value=1&gas=21000&gasPrice=1`, 'rbnt', TO, '0.000000000000000001'],
    [`ethereum:${TO}@153`, 'rbnt', TO, undefined],
    [`ethereum:${TO}?value=1e18`, 'rbnt', TO, '1'],
    [`ethereum:${TOKEN}@153/transfer?address=${TO}&uint256=1.5e6`, 'usdc', TO, '1.5'],
    [`ethereum:${TOKEN}/transfer?address=${TO}`, 'usdc', TO, undefined],
  ])('%s', async (link, id, recipient, amount) => {
    expect(await fillFromLink(link, ALL)).toEqual({
      asset: ALL.find((one) => one.id === id),
      recipient,
      amount,
    })
  })

  test('one that names no network leaves the asset to its owner', async () => {
    const assets = [RBNT, asset('eth', 'ethereum:sepolia')]
    expect(await fillFromLink(`ethereum:${TO}?value=3e18`, assets)).toEqual({
      asset: undefined,
      recipient: TO,
      amount: '3',
    })
    expect(await fillFromLink(`ethereum:${TO}@11155111?value=3e18`, assets)).toMatchObject({
      asset: { id: 'eth' },
    })
  })
})

describe('a hostile or foreign link fills nothing in', () => {
  test.each([
    ['another chain', `ethereum:${TO}@1?value=1e18`, /for chain 1, which Countersign does not serve/],
    ['a chain like another', `ethereum:${TO}@00000000000000000154?value=1`, /for chain 154,/],
    ['a chain without anything', `ethereum:${TO}@137?value=1e18`, /nothing to send on Polygon\./],
    ['a Bitcoin address of another network', `bitcoin:${MAINNET}?amount=1`, /nothing to send on Bitcoin\./],
    ['no Bitcoin address', `bitcoin:${REGTEST.slice(0, -1)}x?amount=1`, PAY_REFUSED.address],
    ['an address of Ethereum for Bitcoin', `bitcoin:${TO}`, PAY_REFUSED.address],
    [
      'an unknown token',
      `ethereum:${TO}@153/transfer?address=${TOKEN}&uint256=1`,
      /holds no token 0x9F3C...41Ab on Redbelly Testnet/,
    ],
    ['too much', `ethereum:${TO}@153?value=1000000000e18`, PAY_REFUSED.huge],
    ['far too much', `ethereum:${TO}@153?value=9e77`, PAY_REFUSED.huge],
    ['more than a number can be', `ethereum:${TO}@153?value=1e99`, PAY_REFUSED.amount],
    ['too much Bitcoin', `bitcoin:${REGTEST}?amount=1000000000`, PAY_REFUSED.huge],
    ['nothing', `ethereum:${TO}@153?value=0`, PAY_REFUSED.amount],
    ['nothing of Bitcoin', `bitcoin:${REGTEST}?amount=0.00000000`, PAY_REFUSED.amount],
    ['less than nothing', `bitcoin:${REGTEST}?amount=-1`, PAY_REFUSED.amount],
    ['an exponent', `bitcoin:${REGTEST}?amount=1e8`, PAY_REFUSED.amount],
    ['a comma', `bitcoin:${REGTEST}?amount=1,5`, PAY_REFUSED.amount],
    ['less than a satoshi', `bitcoin:${REGTEST}?amount=0.000000001`, PAY_REFUSED.amount],
    ['part of a wei', `ethereum:${TO}@153?value=1.5`, PAY_REFUSED.amount],
    ['hexadecimal', `ethereum:${TO}@153?value=0x10`, PAY_REFUSED.amount],
    ['two amounts', `bitcoin:${REGTEST}?amount=1&amount=2`, PAY_REFUSED.unreadable],
    ['what it demands', `bitcoin:${REGTEST}?req-swap=1`, PAY_REFUSED.required],
    ['a name', 'ethereum:vitalik.eth@153?value=1', PAY_REFUSED.name],
    ['a name as recipient', `ethereum:${TOKEN}@153/transfer?address=a.eth&uint256=1`, PAY_REFUSED.name],
    ['an approval', `ethereum:${TOKEN}@153/approve?address=${TO}&uint256=1`, PAY_REFUSED.call],
    ['coins beside a call', `ethereum:${TOKEN}@153/transfer?address=${TO}&value=1`, PAY_REFUSED.call],
    ['a call without a name', `ethereum:${TOKEN}@153/?address=${TO}`, PAY_REFUSED.call],
    ['a line break', `ethereum:${TO}@153\n?value=1`, PAY_REFUSED.characters],
    ['a zero byte', `bitcoin:${REGTEST}\0`, PAY_REFUSED.characters],
    ['a turned direction', `bitcoin:${REGTEST}?label=\u202etxt`, PAY_REFUSED.characters],
    ['an invisible letter', `bitcoin:${REGTEST}\u200b`, PAY_REFUSED.characters],
    ['an address that is cut', `ethereum:${TO.slice(0, -1)}@153`, PAY_REFUSED.unreadable],
    ['no address', 'bitcoin:?amount=1', PAY_REFUSED.unreadable],
    ['another scheme', `javascript:alert(1)//${TO}`, PAY_REFUSED.unreadable],
    ['nothing at all', '', PAY_REFUSED.unreadable],
    ['a book', `bitcoin:${REGTEST}?label=${'x'.repeat(3000)}`, PAY_REFUSED.long],
  ])('%s', async (_, link, refusal) => {
    expect(await fillFromLink(link, ALL)).toEqual({
      refusal: typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    })
  })

  test('a token without a network that is on several is for nobody to guess', async () => {
    const twin = { ...USDC, id: 'twin', blockchain: 'polygon:amoy' }
    expect(await fillFromLink(`ethereum:${TOKEN}/transfer?address=${TO}`, [...ALL, twin])).toEqual({
      refusal: PAY_REFUSED.ambiguous,
    })
  })

  test('what the wallet has spent is not there', async () => {
    const spent = [{ ...USDC, amount: '0' }]
    expect(await fillFromLink(`ethereum:${TOKEN}@153/transfer?address=${TO}`, spent)).toMatchObject({
      refusal: expect.stringContaining('holds no token'),
    })
  })

  test('a refusal never repeats what the link says', () => {
    const refused = readPayLink(`bitcoin:${REGTEST}?req-hello=YOU-WON`)
    expect(JSON.stringify(refused)).not.toMatch(/hello|WON/)
  })
})
