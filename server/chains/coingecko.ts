import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Blockchain, NativeSymbol } from '#contract/blockchain.ts'
import { Decimal } from '#domain/decimal.ts'
import { makeSingles } from '#server/async/single.ts'
import { coinOf, type Price, type PriceKey, type PriceSource } from './prices.ts'

const COINS = {
  matic: 'matic-network',
  eth: 'ethereum',
  btc: 'bitcoin',
  rbnt: 'redbelly-network-token',
} as const satisfies Record<NativeSymbol, string>

/** Only where tokens have a price at all: test networks have none. */
const PLATFORMS: Readonly<Partial<Record<Blockchain, string>>> = { 'polygon:mainnet': 'polygon-pos' }

const FRESH_MS = 60_000
const RETRY_MS = 15_000
/** An older answer is no price any more. */
const STALE_MS = 30 * 60_000
const TIMEOUT_MS = 4_000
const AT_ONCE = 20

const Answer = z.record(
  z.string(),
  z.object({ usd: z.optional(z.number()), last_updated_at: z.optional(z.number()) }),
)

interface Kept {
  at: number
  askAgain: number
  price: Price | undefined
}

const isCoin = (symbol: string): symbol is NativeSymbol => Object.hasOwn(COINS, symbol)

/**
 * Prices by HTTP in CoinGecko's shape (simple/price, simple/token_price). An answer counts as fresh for a minute;
 * while the service is down the last one is kept with its own time, at most half an hour.
 */
export const httpPrices = ({
  baseUrl,
  clock,
  log,
}: {
  baseUrl: string
  clock: { now(): Date }
  log: FastifyBaseLogger
}): PriceSource => {
  const kept = new Map<string, Kept>()
  const asking = makeSingles<Price | undefined>()

  const ask = async (path: string, query: Record<string, string>, id: string): Promise<Price | undefined> => {
    const url = `${baseUrl.replace(/\/$/, '')}/${path}?${new URLSearchParams({
      ...query,
      vs_currencies: 'usd',
      include_last_updated_at: 'true',
    })}`
    const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    if (!reply.ok) throw new Error(`The price service answered ${reply.status}`)
    const found = Answer.parse(await reply.json())[id]
    if (!found?.usd || found.usd <= 0) return undefined
    const at = found.last_updated_at ? new Date(found.last_updated_at * 1000) : clock.now()
    return { price: new Decimal(found.usd).toFixed(), updatedAt: at.toISOString() }
  }

  /** Nobody waits for a newer price while there is one, and a slow service is not flooded. */
  const cached = (id: string, work: () => Promise<Price | undefined>): Promise<Price | undefined> => {
    const now = clock.now().getTime()
    const last = kept.get(id)
    const old = last && now - last.at < STALE_MS ? last.price : undefined
    const running = asking.current(id)
    if (running) return old ? Promise.resolve(old) : running
    if ((last && now < last.askAgain) || asking.count() >= AT_ONCE) return Promise.resolve(old)
    const question = asking.run(id, async () => {
      try {
        const price = await work()
        kept.set(id, { at: now, askAgain: now + FRESH_MS, price })
        return price
      } catch (error) {
        log.warn({ err: error, id }, 'A price could not be fetched')
        kept.set(id, { at: last?.at ?? now, askAgain: now + RETRY_MS, price: old })
        return old
      }
    })
    return old ? Promise.resolve(old) : question
  }

  const coin = (symbol: NativeSymbol): Promise<Price | undefined> =>
    cached(COINS[symbol], () => ask('simple/price', { ids: COINS[symbol] }, COINS[symbol]))

  const token = (blockchain: string, address: string): Promise<Price | undefined> => {
    const platform = (PLATFORMS as Record<string, string>)[blockchain]
    const contract = address.toLowerCase()
    if (!platform) return Promise.resolve(undefined)
    return cached(`${platform} ${contract}`, () =>
      ask(`simple/token_price/${platform}`, { contract_addresses: contract }, contract),
    )
  }

  return {
    async price(key: PriceKey) {
      if (key.address !== undefined) return token(key.blockchain, key.address)
      const symbol = coinOf(key)
      return symbol && isCoin(symbol) ? coin(symbol) : undefined
    },
    async bySymbol(symbol) {
      const lower = symbol.toLowerCase()
      return isCoin(lower) ? coin(lower) : undefined
    },
  }
}
