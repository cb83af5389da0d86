// @vitest-environment node
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { makeBitcoinChain } from '#server/chains/bitcoin/node.ts'
import { Shifted } from '#server/chains/watch/position.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { makePurse } from './purse.ts'

const log = pino({ level: 'silent' })
const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
let regtest: Regtest
let chain: BitcoinChain
let purses = 0
/** One whose address nobody used. */
const newPurse = () => {
  purses += 1
  return makePurse(purses)
}

const connect = (blockchain: 'bitcoin:regtest' | 'bitcoin:testnet', esploraUrl: string, to = log) =>
  makeBitcoinChain({ blockchain, esploraUrl, confirmations: 1, pollMs: 100, log: to })

const mark = async () => {
  const number = await chain.head()
  return { number, hash: (await chain.blockHash(number)) ?? '' }
}
/** An address that nobody used, with coins in a block of their own. */
const funded = async (...values: number[]) => {
  const purse = newPurse()
  await regtest.give(values.map((value) => ({ address: purse.address, value })))
  await regtest.mine()
  return { purse, coins: await chain.unspent(purse.address) }
}

beforeAll(async () => {
  regtest = await startRegtest({ log })
  chain = connect('bitcoin:regtest', regtest.url)
  await chain.probe()
})
afterAll(() => regtest?.stop())

test('a node shows which chain it serves; one of another network stays off with a clear line', async () => {
  const lines: string[] = []
  const to = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const wrong = connect('bitcoin:testnet', regtest.url, to)
  expect(chain.available()).toBe(true)
  expect(await wrong.probe()).toBe(false)
  expect(lines).toEqual([
    'The node for bitcoin:testnet serves another chain. It stays off until ESPLORA_URL or BITCOIN_NETWORK is right.',
  ])
  await expect(wrong.unspent(STRANGER)).rejects.toMatchObject({
    name: 'ChainUnavailableError',
    message: 'Bitcoin Testnet cannot be reached right now. Try again in a moment.',
  })
})

test('blocks have hashes up to the head and none above it', async () => {
  const { number, hash } = await mark()
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await chain.blockHash(number + 1)).toBeUndefined()
  expect(await regtest.mine(2)).toBe(number + 2)
  expect(await chain.head()).toBe(number + 2)
  expect(await chain.blockHash(number)).toBe(hash)
})

test('a deposit waits, then is in a block, with its inputs, outputs and fee', async () => {
  const { address } = newPurse()
  const txid = await regtest.give([{ address, value: 1_234_567 }])
  const [waiting] = await chain.waiting(address)
  expect(waiting).toMatchObject({ txid, block: undefined })
  expect(waiting?.outputs).toContainEqual({ address, value: 1_234_567n })
  const paid = (waiting?.inputs ?? []).reduce((sum, { value }) => sum + value, 0n)
  const got = (waiting?.outputs ?? []).reduce((sum, { value }) => sum + value, 0n)
  expect(waiting?.fee).toBe(paid - got)
  const coin = { txid, vout: 0, value: 1_234_567n }
  expect(await chain.unspent(address)).toEqual([{ ...coin, block: undefined }])

  await regtest.mine()
  const head = await mark()
  expect(await chain.waiting(address)).toEqual([])
  expect(await chain.unspent(address)).toEqual([{ ...coin, block: head.number }])
  const [mined, ...more] = await chain.history([address], 0, head)
  expect(more).toEqual([])
  expect(mined).toEqual({ ...waiting, block: { ...head, at: expect.any(Date) } })
  expect(await chain.transaction(txid)).toEqual(mined)
})

test('a history of many pages is whole and in order, whatever is mined meanwhile', async () => {
  const { address } = newPurse()
  const before = await chain.head()
  const txids: string[] = []
  for (let block = 0; block < 3; block += 1) {
    for (let count = 0; count < 12; count += 1)
      txids.push(await regtest.give([{ address, value: 1000 + count }]))
    await regtest.mine()
  }
  const upTo = await mark()
  await regtest.give([{ address, value: 5000 }])
  await regtest.mine()
  const found = await chain.history([address], 0, upTo)
  expect(found.map(({ txid }) => txid).sort()).toEqual([...txids].sort())
  const heights = found.map(({ block }) => block?.number ?? 0)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(new Set(heights)).toEqual(new Set([1, 2, 3].map((offset) => before + offset)))
  const later = await chain.history([address], before + 2, upTo)
  expect(later).toEqual(found.slice(24))
}, 30_000)

test('a block is read whole, in pages, and what waits in short', async () => {
  await regtest.mine()
  expect(await chain.pool()).toBe('')
  const { address } = newPurse()
  const txids: string[] = []
  for (let count = 0; count < 27; count += 1)
    txids.push(await regtest.give([{ address, value: 1000 + count }]))
  const [full, again] = [await chain.pool(), await chain.pool()]
  expect(full).toMatch(/^27 \d+ \d+$/)
  expect(again).toBe(full)
  await regtest.mine()
  const { hash } = await mark()
  const count = (await chain.countIn(hash)) ?? 0
  expect(count).toBe(28)
  const found = await chain.transactionsIn(hash, count)
  expect(found.map(({ txid }) => txid).sort()).toEqual([found[0]?.txid, ...txids].sort())
  expect(found[0]?.inputs).toEqual([])
  await regtest.reorganise(1)
  expect(await chain.countIn(hash)).toBeUndefined()
  await expect(chain.transactionsIn(hash, count)).rejects.toThrow(Shifted)
  await regtest.mine()
})

describe('a reorganisation', () => {
  test('that drops a deposit leaves nothing of it', async () => {
    const { purse, coins } = await funded(40_000)
    const old = await mark()
    expect(coins).toHaveLength(1)
    expect(await chain.history([purse.address], 0, old)).toHaveLength(1)
    await regtest.reorganise(1, { forget: true })
    await expect(chain.history([purse.address], 0, old)).rejects.toThrow(Shifted)
    expect(await chain.history([purse.address], 0, await mark())).toEqual([])
    expect(await chain.waiting(purse.address)).toEqual([])
    expect(await chain.unspent(purse.address)).toEqual([])
    expect(await chain.knows(coins[0]?.txid ?? '')).toBe(false)
  })

  test('that takes a send back lets it wait, and it is mined again with the same txid', async () => {
    const { purse, coins } = await funded(40_000)
    const { raw, txid } = purse.spend(coins, [{ address: STRANGER, value: 39_000n }])
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' })
    await regtest.mine()
    expect((await chain.transaction(txid))?.block?.number).toBe(await chain.head())
    await regtest.reorganise(1)
    expect((await chain.transaction(txid))?.block).toBeUndefined()
    await regtest.mine()
    expect((await chain.transaction(txid))?.block?.number).toBe(await chain.head())
  })
})

describe('handing in', () => {
  test('a send with change: what it pays is what was counted, and it counts once', async () => {
    const { purse, coins } = await funded(60_000, 50_000)
    const fee = feeOf(sizeOf(2, [purse.script, purse.script]), 2000n)
    const { raw, txid, size } = purse.spend(coins, [
      { address: STRANGER, value: 80_000n },
      { address: purse.address, value: 30_000n - fee },
    ])
    expect(size).toBe(sizeOf(2, [purse.script, purse.script]))
    expect(await chain.knows(txid)).toBe(false)
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' })
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' })
    expect(await chain.knows(txid)).toBe(true)
    expect(await chain.transaction(txid)).toMatchObject({ fee })
    await regtest.mine()
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' })
    expect(await chain.unspent(purse.address)).toMatchObject([{ txid, vout: 1, value: 30_000n - fee }])
  })

  test('coins that are spent, waiting or in a block, or that never were', async () => {
    const { purse, coins } = await funded(40_000)
    const pay = (value: bigint) =>
      purse.spend(coins, [{ address: STRANGER, value }], { sequence: 0xffffffff }).raw
    expect(await chain.broadcast(pay(39_000n))).toEqual({ kind: 'accepted' })
    expect(await chain.broadcast(pay(38_000n))).toEqual({ kind: 'spent' })
    await regtest.mine()
    expect(await chain.broadcast(pay(38_000n))).toEqual({ kind: 'spent' })
    const never = purse.spend(
      [{ txid: 'ab'.repeat(32), vout: 0, value: 40_000n }],
      [{ address: STRANGER, value: 1000n }],
    )
    expect(await chain.broadcast(never.raw)).toEqual({ kind: 'spent' })
  })

  test('a replacement that pays enough more takes the place of the first and of what spends its change', async () => {
    const { purse, coins } = await funded(40_000)
    const pay = (fee: bigint) =>
      purse.spend(coins, [
        { address: STRANGER, value: 10_000n },
        { address: purse.address, value: 30_000n - fee },
      ])
    const first = pay(200n)
    expect(await chain.broadcast(first.raw)).toEqual({ kind: 'accepted' })
    const child = purse.spend(
      [{ txid: first.txid, vout: 1, value: 29_800n }],
      [{ address: STRANGER, value: 29_000n }],
    )
    expect(await chain.broadcast(child.raw)).toEqual({ kind: 'accepted' })
    // The fees of both that go, and its own relay.
    expect(await chain.broadcast(pay(200n).raw)).toEqual({ kind: 'accepted' })
    expect(await chain.broadcast(pay(1153n).raw)).toEqual({ kind: 'spent' })
    const better = pay(1154n)
    expect(await chain.broadcast(better.raw)).toEqual({ kind: 'accepted' })
    expect(await chain.knows(first.txid)).toBe(false)
    expect(await chain.knows(child.txid)).toBe(false)
    await regtest.mine()
    expect(await chain.transaction(better.txid)).toMatchObject({
      fee: 1154n,
      block: { number: await chain.head() },
    })
    expect(await chain.broadcast(first.raw)).toEqual({ kind: 'spent' })
  })

  test('a replacement that the chain would not take leaves the first where it is', async () => {
    const { purse, coins } = await funded(40_000)
    const first = purse.spend(coins, [{ address: STRANGER, value: 39_000n }])
    expect(await chain.broadcast(first.raw)).toEqual({ kind: 'accepted' })
    const spoilt = purse.spend(coins, [{ address: STRANGER, value: 20_000n }], { spoil: true })
    expect(await chain.broadcast(spoilt.raw)).toMatchObject({ kind: 'refused' })
    expect(await chain.knows(first.txid)).toBe(true)
    await regtest.mine()
    expect(await chain.transaction(first.txid)).toMatchObject({ block: { number: await chain.head() } })
  })

  test('a fee that is too low now: later', async () => {
    const { purse, coins } = await funded(40_000)
    const { raw } = purse.spend(coins, [{ address: STRANGER, value: 39_900n }])
    expect(await chain.broadcast(raw)).toEqual({ kind: 'later', reason: 'min relay fee not met, 100 < 111' })
  })

  test.each([
    ['a spoilt signature', 39_000n, true, 'mandatory-script-verify-flag-failed (Invalid Schnorr signature)'],
    ['dust', 329n, false, 'dust'],
    ['more than there is', 40_001n, false, 'bad-txns-in-belowout'],
  ])('%s is refused in words', async (_, value, spoil, reason) => {
    const { purse, coins } = await funded(40_000)
    const { raw } = purse.spend(coins, [{ address: STRANGER, value }], { spoil })
    expect(await chain.broadcast(raw)).toEqual({
      kind: 'refused',
      reason: `Bitcoin Regtest refuses this transaction: ${reason}`,
    })
    expect(await chain.unspent(purse.address)).toEqual(coins)
  })

  test('what is no transaction is refused in words', async () => {
    expect(await chain.broadcast('deadbeef')).toEqual({
      kind: 'refused',
      reason:
        'Bitcoin Regtest refuses this transaction: TX decode failed. Make sure the tx has at least one input.',
    })
  })
})

test('without traffic there are rates all the same', async () => {
  expect(await chain.fees()).toEqual({ slow: 1000n, normal: 1000n, fast: 1000n })
})
