// @vitest-environment node
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BitcoinChain, BitcoinTransaction } from '#server/chains/bitcoin/chain.ts'
import { makeBitcoinChain } from '#server/chains/bitcoin/node.ts'
import { makeBitcoinWatch, type Observer } from '#server/chains/bitcoin/watch.ts'
import { Shifted } from '#server/chains/watch/position.ts'
import { makeWatcher } from '#server/chains/watch/watcher.ts'
import type { Database } from '#server/db/client.ts'
import { makeLeases } from '#server/db/lease.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'
import { makePurse } from './purse.ts'

const log = pino({ level: 'silent' })
const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
let regtest: Regtest
let chain: BitcoinChain
let purses = 60

beforeAll(async () => {
  regtest = await startRegtest({ log })
  chain = makeBitcoinChain({
    ...{ blockchain: 'bitcoin:regtest', esploraUrl: regtest.url, confirmations: 1, pollMs: 100, log },
  })
  await chain.probe()
})
afterAll(() => regtest?.stop())

/** A watcher in a database of its own, which writes down what it sees of one address, block by block. */
const watch = async (on: BitcoinChain = chain, beside: readonly string[] = []) => {
  const database: Database = await openTestDatabase(log)
  const { db } = database
  purses += 1
  const purse = makePurse(purses)
  const seen = new Map<string, BitcoinTransaction>()
  const undone: number[] = []
  const heads: number[] = []
  const observer: Observer = {
    watched: async () => new Set([purse.address, ...beside]),
    seen: async ({ transactions }) => {
      return async () => {
        for (const transaction of transactions) seen.set(transaction.txid, transaction)
      }
    },
    undone: async (_, ancestor) => async () => {
      undone.push(ancestor)
      for (const [txid, { block }] of seen) if (block && block.number > ancestor) seen.delete(txid)
    },
    reached: async (_, head) => {
      heads.push(head)
      return undefined
    },
    waiting: async () => undefined,
  }
  const deps = { db, push: { emit: () => undefined }, leases: makeLeases(db), log }
  const watcher = makeWatcher(deps, on, makeBitcoinWatch(on, observer))
  await watcher.tick()
  return { purse, seen, undone, heads, tick: watcher.tick, revisit: watcher.revisit, close: database.close }
}
const blocksOf = (seen: ReadonlyMap<string, BitcoinTransaction>) =>
  [...seen].map(([txid, { block }]) => [txid, block?.number])

test('deposits and sends are seen once each, in the block where they are, however many blocks came meanwhile', async () => {
  const { purse, seen, heads, tick, close } = await watch()
  const deposit = await regtest.give([{ address: purse.address, value: 50_000 }])
  await tick()
  expect(seen.size).toBe(0)
  const first = await regtest.mine()
  await regtest.mine(30)
  const [coin] = await chain.unspent(purse.address)
  const { raw, txid } = purse.spend(coin ? [coin] : [], [
    { address: STRANGER, value: 20_000n },
    { address: purse.address, value: 29_000n },
  ])
  await chain.broadcast(raw)
  const second = await regtest.mine()
  await tick()
  expect(blocksOf(seen)).toEqual([
    [deposit, first],
    [txid, second],
  ])
  expect(seen.get(txid)?.inputs).toEqual([{ txid: deposit, vout: 0, address: purse.address, value: 50_000n }])
  expect(heads.at(-1)).toBe(second)
  await tick()
  expect(heads.filter((head) => head === second)).toHaveLength(1)
  await close()
})

test('among many addresses a few new blocks are read whole, and show the same', async () => {
  const others = Array.from({ length: 20 }, (_, index) => makePurse(200 + index).address)
  let histories = 0
  const counting: BitcoinChain = {
    ...chain,
    history: (...args) => {
      histories += 1
      return chain.history(...args)
    },
  }
  const { purse, seen, tick, close } = await watch(counting, others)
  const deposit = await regtest.give([
    { address: purse.address, value: 50_000 },
    { address: others[3] ?? '', value: 60_000 },
  ])
  const first = await regtest.mine()
  const [coin] = await chain.unspent(purse.address)
  const { raw, txid } = purse.spend(coin ? [coin] : [], [{ address: STRANGER, value: 49_000n }])
  await chain.broadcast(raw)
  const second = await regtest.mine(2)
  await tick()
  expect(blocksOf(seen)).toEqual([
    [deposit, first],
    [txid, second - 1],
  ])
  expect(histories).toBe(0)
  await close()
})

test('a deposit that a reorganisation drops is undone, and one that comes again is seen again', async () => {
  const { purse, seen, undone, tick, close } = await watch()
  const dropped = await regtest.give([{ address: purse.address, value: 40_000 }])
  const block = await regtest.mine()
  await tick()
  expect(blocksOf(seen)).toEqual([[dropped, block]])
  await regtest.reorganise(1, { forget: true })
  await tick()
  expect(undone).toEqual([block - 1])
  expect(seen.size).toBe(0)

  const kept = await regtest.give([{ address: purse.address, value: 41_000 }])
  await regtest.mine()
  await tick()
  await regtest.reorganise(2)
  const again = await regtest.mine()
  await tick()
  expect(blocksOf(seen)).toEqual([[kept, again]])
  await close()
})

test('a reorganisation in the middle of a look is noticed, and read anew', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const shaky: BitcoinChain = {
    ...chain,
    async history(...args) {
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return chain.history(...args)
    },
  }
  const { purse, seen, tick, close } = await watch(shaky)
  await regtest.give([{ address: purse.address, value: 30_000 }])
  await regtest.mine()
  meanwhile = () => regtest.reorganise(1, { forget: true })
  await tick()
  expect(meanwhile).toBeUndefined()
  expect(seen.size).toBe(0)
  await tick()
  expect(seen.size).toBe(0)
  const txid = await regtest.give([{ address: purse.address, value: 31_000 }])
  const block = await regtest.mine()
  await tick()
  expect(blocksOf(seen)).toEqual([[txid, block]])
  await close()
})

test('a block that was passed is read again when asked for', async () => {
  const { purse, seen, tick, revisit, close } = await watch()
  const txid = await regtest.give([{ address: purse.address, value: 20_000 }])
  const block = await regtest.mine()
  await tick()
  seen.clear()
  await regtest.mine(3)
  await tick()
  expect(seen.size).toBe(0)
  await revisit(block)
  expect(blocksOf(seen)).toEqual([[txid, block]])
  await close()
})

describe('a node that goes on while it is read', () => {
  const hashOf = (number: number, branch = 'a') => `${branch}${number}`.padStart(64, '0')
  const inBlock = (number: number, branch?: string): BitcoinTransaction => ({
    ...{ txid: 'ab'.repeat(32), inputs: [], outputs: [{ address: 'ours', value: 1n }], fee: 0n },
    block: { number, hash: hashOf(number, branch), at: new Date(0) },
  })
  const look = (blockHash: (number: number) => string, transaction: BitcoinTransaction) => {
    const chain = {
      blockHash: async (number: number) => blockHash(number),
      history: async () => [transaction],
    }
    const watch = makeBitcoinWatch(chain as unknown as BitcoinChain, {
      watched: async () => new Set(['ours']),
      seen: async () => async () => undefined,
      undone: async () => async () => undefined,
      reached: async () => undefined,
      waiting: async () => undefined,
    })
    return watch.look({ number: 5, hash: hashOf(5) }, 7, 7, new Set(['ours']))
  }

  test('is not believed where the block before is another one by now', async () => {
    await expect(look((number) => hashOf(number, number === 5 ? 'b' : 'a'), inBlock(6))).rejects.toThrow(
      Shifted,
    )
  })
  test('is not believed where it tells a transaction of another block at that height', async () => {
    await expect(look((number) => hashOf(number), inBlock(6, 'b'))).rejects.toThrow(Shifted)
  })
  test('is believed where all fits together', async () => {
    const { blocks, change } = await look((number) => hashOf(number), inBlock(6))
    expect(blocks.map(({ number }) => number)).toEqual([6, 7])
    expect(change).toBeTypeOf('function')
  })
})
