import type { FastifyBaseLogger } from 'fastify'
import type { Blockchain } from '#contract/blockchain.ts'
import { CHAINS, chainName } from '#domain/chain.ts'
import { inParallel } from '#server/async/parallel.ts'
import { type Mark, Shifted } from '#server/chains/watch/position.ts'
import { unavailable } from '#server/error.ts'
import type { BitcoinChain, BitcoinTransaction } from './chain.ts'
import { broadcastFailure } from './failure.ts'
import { feeRates } from './fee.ts'
import {
  readCount,
  readEstimates,
  readHash,
  readHeight,
  readPool,
  readTransaction,
  readTransactions,
  readUnspent,
} from './shape.ts'

const TIMEOUT_MS = 10_000
/** As Esplora gives at once. */
export const PAGE = 25
const TXID = /^[0-9a-f]{64}$/

interface BitcoinOptions {
  blockchain: Blockchain
  esploraUrl: string
  confirmations: number
  pollMs: number
  log: FastifyBaseLogger
}

type Mined = BitcoinTransaction & { block: NonNullable<BitcoinTransaction['block']> }

/** No answer, or none that a service in order would give. */
class Unreachable extends Error {}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const makeBitcoinChain = (options: BitcoinOptions): BitcoinChain => {
  const { blockchain, confirmations, pollMs, log } = options
  const known = CHAINS[blockchain]
  if (known.family !== 'bitcoin') throw new Error(`${blockchain} is not a Bitcoin chain`)
  const name = chainName(blockchain)
  const base = options.esploraUrl.replace(/\/$/, '')
  const said = `${name} cannot be reached right now. Try again in a moment.` as const
  let available = false

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await fetch(base + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw new Unreachable(`No answer: ${reasonOf(error)}`)
    }
  }

  /** Undefined where there is no such thing. */
  const text = async (path: string): Promise<string | undefined> => {
    const answer = await ask(path)
    const body = await answer.text().catch((error: unknown) => {
      throw new Unreachable(`Half an answer: ${reasonOf(error)}`)
    })
    if (answer.ok) return body
    if (answer.status === 404) return undefined
    throw new Unreachable(`${path} answered ${answer.status}`)
  }

  /** What the node says, read by `shape`; an answer in another shape counts as none. */
  const find = async <T>(path: string, shape: (body: string) => T): Promise<T | undefined> => {
    const body = await text(path)
    if (body === undefined) return undefined
    try {
      return shape(body)
    } catch (error) {
      throw new Unreachable(`${path} was answered in a shape that is not known: ${reasonOf(error)}`)
    }
  }
  const get = async <T>(path: string, shape: (body: string) => T): Promise<T> => {
    const found = await find(path, shape)
    if (found === undefined) throw new Unreachable(`${path} is not there`)
    return found
  }

  const hashAt = (height: number): Promise<string | undefined> => find(`/block-height/${height}`, readHash)

  const probe = async (): Promise<boolean> => {
    try {
      const found = (await hashAt(0)) ?? 'no chain'
      const right = found.startsWith(known.genesis)
      if (right && !available) log.info({ blockchain }, `${name} is available`)
      if (!right) {
        log.error(
          { blockchain, expected: known.genesis, found },
          `The node for ${blockchain} serves another chain. It stays off until ESPLORA_URL or BITCOIN_NETWORK is right.`,
        )
      }
      available = right
    } catch (error) {
      log.warn({ blockchain, reason: reasonOf(error) }, `${name} does not answer`)
      available = false
    }
    return available
  }

  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (available) log.warn({ blockchain, reason: error.message }, `${name} does not answer`)
      available = false
      throw unavailable(said)
    }
  }
  /** For what people ask: a chain that has not shown what it is is not used at all. */
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!available && !(await probe())) throw unavailable(said)
    return reach(work)
  }

  /** Pages of confirmed transactions, newest first, until one is empty. */
  async function* pages(address: string): AsyncGenerator<BitcoinTransaction[]> {
    let last = ''
    for (;;) {
      const page = await get(`/address/${address}/txs/chain${last && `/${last}`}`, readTransactions)
      const next = page.at(-1)?.txid
      if (next === undefined) return
      if (next === last) throw new Unreachable('The same page came twice')
      last = next
      yield page
    }
  }

  const isOfChain = async ({ number, hash }: Mark): Promise<boolean> => (await hashAt(number)) === hash

  /** What happened to one address after a block, newest first, and what came after the blocks that were asked for. */
  const since = async (address: string, after: number): Promise<Mined[]> => {
    const found: Mined[] = []
    for await (const page of pages(address)) {
      for (const transaction of page) {
        const { block } = transaction
        if (!block) throw new Unreachable('A transaction of a block is in none')
        if (block.number > after) found.push({ ...transaction, block })
      }
      if ((page.at(-1)?.block?.number ?? 0) <= after) break
    }
    return found
  }

  const history = async (addresses: readonly string[], after: number, upTo: Mark): Promise<Mined[]> => {
    const found = (await inParallel(addresses, (address) => since(address, after))).flat()
    const newest = found.reduce<Mark>((last, { block }) => (block.number > last.number ? block : last), upTo)
    // Pages belong together only while no block that they are of was replaced: a page may end too soon otherwise.
    if (!(await isOfChain(upTo)) || !(await isOfChain(newest)))
      throw new Shifted(`Block ${upTo.number} or one after it was replaced`)
    const once = new Map(found.map((transaction) => [transaction.txid, transaction]))
    return [...once.values()]
      .filter(({ block }) => block.number <= upTo.number)
      .reverse()
      .sort((a, b) => a.block.number - b.block.number)
  }

  const transactionsIn = async (hash: string, count: number): Promise<BitcoinTransaction[]> => {
    const starts = Array.from({ length: Math.ceil(count / PAGE) }, (_, index) => index * PAGE)
    const pages = await inParallel(starts, (start) => find(`/block/${hash}/txs/${start}`, readTransactions))
    const transactions = pages.flatMap((page) => page ?? [])
    const isWhole = transactions.length === count && transactions.every(({ block }) => block?.hash === hash)
    if (!isWhole) throw new Shifted(`Block ${hash} was replaced`)
    return transactions
  }

  return {
    blockchain,
    family: 'bitcoin',
    network: known.network,
    name,
    confirmations,
    pollMs,
    available: () => available,
    probe,
    head: () => read(() => get('/blocks/tip/height', readHeight)),
    blockHash: (number) => read(() => hashAt(number)),
    fees: () => read(async () => feeRates(await get('/fee-estimates', readEstimates))),
    transaction: (txid) => read(() => find(`/tx/${txid}`, readTransaction)),
    // Not by its status, which Esplora tells of transactions that it has never seen.
    knows: (hash) => read(async () => (await text(`/tx/${hash}`)) !== undefined),
    history: (addresses, after, upTo) => read(() => history(addresses, after, upTo)),
    countIn: (hash) => read(() => find(`/block/${hash}`, readCount)),
    transactionsIn: (hash, count) => read(() => transactionsIn(hash, count)),
    pool: () => read(() => get('/mempool', readPool)),
    waiting: (address) => read(() => get(`/address/${address}/txs/mempool`, readTransactions)),
    unspent: (address) => read(() => get(`/address/${address}/utxo`, readUnspent)),
    async broadcast(raw) {
      try {
        const answer = await ask('/tx', { method: 'POST', body: raw })
        const body = await answer.text()
        if (!answer.ok) return broadcastFailure(answer.status, body, name)
        return TXID.test(body.trim())
          ? { kind: 'accepted' }
          : { kind: 'unclear', reason: 'No txid was answered' }
      } catch (error) {
        return { kind: 'unclear', reason: reasonOf(error) }
      }
    },
  }
}
