import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { httpPrices } from '#server/chains/coingecko.ts'
import { listedPrices } from '#server/chains/prices.ts'
import { makeClock } from '../harness/clock.ts'

const USDC = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'

describe('listed prices', () => {
  const prices = listedPrices(
    [
      { blockchain: 'redbelly:testnet', symbol: 'RBNT', price: '0.05' },
      { blockchain: 'redbelly:testnet', address: USDC, symbol: 'USDC', price: '1' },
    ],
    new Date('2026-01-02T03:04:05Z'),
  )
  const found = (price: string) => ({ price, updatedAt: '2026-01-02T03:04:05.000Z' })

  test('go by chain and contract, never by symbol', async () => {
    expect(await prices.price({ blockchain: 'redbelly:testnet' })).toEqual(found('0.05'))
    expect(await prices.price({ blockchain: 'redbelly:testnet', address: USDC.toLowerCase() })).toEqual(
      found('1'),
    )
    expect(await prices.price({ blockchain: 'redbelly:mainnet' })).toBeUndefined()
    expect(await prices.price({ blockchain: 'hardhat', address: USDC })).toBeUndefined()
  })
  test('answer people by symbol', async () => {
    expect(await prices.bySymbol('rbnt')).toEqual(found('0.05'))
    expect(await prices.bySymbol('DOGE')).toBeUndefined()
  })
})

describe('prices by HTTP', () => {
  let server: Server
  let asked: string[]
  let answer: { status: number; body: unknown }
  const clock = makeClock(new Date('2026-01-02T03:04:05Z'))
  const open = () =>
    httpPrices({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3/`,
      clock,
      log: pino({ level: 'silent' }),
    })

  /** Resolves when the service was asked so many times and each answer has left it. */
  const answered = async (times: number) => {
    while (asked.length < times) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(async () => {
    asked = []
    server = createServer((request, reply) => {
      asked.push(request.url ?? '')
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test('a coin is asked for once a minute, whoever wants it', async () => {
    answer = {
      status: 200,
      body: { 'redbelly-network-token': { usd: 0.0000123, last_updated_at: 1767323045 } },
    }
    const prices = open()
    const found = { price: '0.0000123', updatedAt: '2026-01-02T03:04:05.000Z' }
    const both = await Promise.all([
      prices.price({ blockchain: 'redbelly:testnet' }),
      prices.price({ blockchain: 'redbelly:mainnet' }),
    ])
    expect(both).toEqual([found, found])
    expect(await prices.bySymbol('RBNT')).toEqual(found)
    expect(asked).toEqual([
      '/api/v3/simple/price?ids=redbelly-network-token&vs_currencies=usd&include_last_updated_at=true',
    ])
    clock.advance(60_000)
    await prices.bySymbol('rbnt')
    await answered(2)
  })

  test('a token goes by its contract, only where tokens have prices', async () => {
    answer = { status: 200, body: { [USDC.toLowerCase()]: { usd: 1 } } }
    const prices = open()
    expect(await prices.price({ blockchain: 'polygon:mainnet', address: USDC })).toMatchObject({ price: '1' })
    expect(await prices.price({ blockchain: 'polygon:amoy', address: USDC })).toBeUndefined()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('/simple/token_price/polygon-pos?contract_addresses=0x3c499c')
  })

  test('no price is no price, never 0', async () => {
    answer = { status: 200, body: { ethereum: { usd: 0 } } }
    expect(await open().price({ blockchain: 'ethereum:sepolia' })).toBeUndefined()
    answer = { status: 200, body: {} }
    expect(await open().price({ blockchain: 'ethereum:sepolia' })).toBeUndefined()
  })

  test('while the service is down the last price stays for half an hour, with its own time', async () => {
    answer = { status: 200, body: { ethereum: { usd: 3000.5 } } }
    const prices = open()
    const first = await prices.bySymbol('eth')
    answer = { status: 500, body: {} }
    clock.advance(20 * 60_000)
    expect(await prices.bySymbol('eth')).toEqual(first)
    await answered(2)
    clock.advance(11 * 60_000)
    expect(await prices.bySymbol('eth')).toBeUndefined()
  })

  test('an old price is given at once while a newer one is asked for', async () => {
    answer = { status: 200, body: { ethereum: { usd: 3000 } } }
    const prices = open()
    await prices.bySymbol('eth')
    answer = { status: 200, body: { ethereum: { usd: 3100 } } }
    clock.advance(61_000)
    expect(await prices.bySymbol('eth')).toMatchObject({ price: '3000' })
    await answered(2)
    while ((await prices.bySymbol('eth'))?.price !== '3100') await answered(2)
    expect(asked).toHaveLength(2)
  })
})
