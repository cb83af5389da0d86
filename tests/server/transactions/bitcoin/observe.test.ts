// @vitest-environment node
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { TAKEN_BACK } from '#server/modules/transactions/onchain.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, STRANGER } from './rig.ts'

let regtest: Regtest
let rig: BitcoinRig
onRegtest((both) => {
  ;({ regtest, rig } = both)
})

const owned = async (name?: string) => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, name)
  return {
    ...{ userId, id: wallet.id, address: wallet.bitcoin },
    accountId: wallet.accounts[1]?.id ?? '',
    rows: () => rig.listed(userId, wallet.id),
    held: async () => (await rig.bitcoinOf(userId, wallet.id))?.amount,
    purse: rig.purseOf(wallet.id),
  }
}

test('a deposit is shown while it waits, counts once it is in a block, and is told once at each step', async () => {
  const { userId, id, address, accountId, rows, held } = await owned()
  const txid = await regtest.give([{ address, value: 1_234_567 }])
  await rig.tick()
  const [waiting] = await rows()
  expect(waiting).toMatchObject({
    ...{ txid, hash: txid, blockchain: 'bitcoin:regtest', status: 'broadcasting', direction: 'income' },
    ...{ amount: '1234567', amountInUsd: 79_013, assetSymbol: 'btc', assetDecimals: 8 },
    ...{ sender: null, recipient: address, blockNumber: null },
    accountTxs: [{ walletId: id, accountId, direction: 'income' }],
  })
  const seen = await rig.chain.transaction(txid)
  const legs = (sides: { address: string | null; value: bigint }[] = []) =>
    sides.map((leg) => ({ address: leg.address, value: leg.value.toString() }))
  expect(waiting?.inputs).toEqual(legs(seen?.inputs))
  expect(waiting?.outputs).toEqual(legs(seen?.outputs))
  expect(waiting?.fee).toBeUndefined()
  expect(await held()).toBe('0')
  await rig.tick()

  const block = await regtest.mine()
  await rig.tick()
  await rig.tick()
  const [mined, ...others] = await rows()
  expect(others).toEqual([])
  expect(mined).toEqual({
    ...waiting,
    ...{ status: 'success', blockNumber: block, finishedAt: rig.clock.now().toISOString() },
    ...{ rejectReason: null, revision: mined?.revision },
  })
  expect(await held()).toBe('1234567')
  const events = rig.pushLog.events.filter(
    (event) => event.userId === userId && /^(transaction|asset):/.test(event.name),
  )
  expect(events.map(({ name }) => name)).toEqual([
    ...['asset:created', 'transaction:created', 'asset:updated', 'transaction:updated'],
  ])
})

test('what a block brings that nobody saw waiting is shown all the same, and many coins are one sum', async () => {
  const { address, rows, held } = await owned()
  const small = Array.from({ length: 100 }, (_, index) => ({ address, value: 1000 + index }))
  for (let round = 0; round < 3; round += 1) await regtest.give(small)
  await regtest.mine(3)
  await rig.tick()
  const sum = small.reduce((total, { value }) => total + value, 0)
  expect((await rows()).map(({ amount, status }) => [amount, status])).toEqual(
    Array.from({ length: 3 }, () => [String(sum), 'success']),
  )
  expect(await held()).toBe(String(sum * 3))
})

test('it is final after as many blocks as the setting says', async () => {
  const { userId, address, rows } = await owned()
  await rig.restart({ BITCOIN_CONFIRMATIONS: '3' })
  await regtest.give([{ address, value: 5000 }])
  await rig.tick()
  const listed: unknown[] = []
  for (let blocks = 0; blocks < 3; blocks += 1) {
    await regtest.mine()
    await rig.tick()
    const [row] = await rows()
    listed.push([row?.status, row?.confirmations])
  }
  const steps = [
    ['broadcasting', 1],
    ['broadcasting', 2],
    ['success', undefined],
  ]
  expect(listed).toEqual(steps)
  const told = rig.pushLog.events.flatMap(({ userId: to, name, data }) =>
    to === userId && name === 'transaction:updated' ? [data] : [],
  )
  expect(told).toMatchObject(steps.map(([status, confirmations]) => ({ status, confirmations })))
  await rig.restart()
})

describe('a reorganisation', () => {
  test('that drops a deposit takes it back, and it counts no more', async () => {
    const { address, rows, held } = await owned()
    await rig.deposit({ address, value: 40_000 })
    expect(await held()).toBe('40000')
    await regtest.reorganise(1, { forget: true })
    await rig.tick()
    expect(await held()).toBe('0')
    await rig.tick()
    expect(await rows()).toMatchObject([
      { status: 'failed', rejectReason: TAKEN_BACK, blockNumber: null, amount: '40000' },
    ])
    await regtest.mine(2)
    await rig.tick()
    expect((await rows()).map(({ status }) => status)).toEqual(['failed'])
  })

  test('that only moves a deposit lets it wait until it is in a block again', async () => {
    const { address, rows, held } = await owned()
    const txid = await rig.deposit({ address, value: 41_000 })
    await regtest.reorganise(1)
    await rig.tick()
    await rig.tick()
    expect(await rows()).toMatchObject([{ txid, status: 'broadcasting', blockNumber: null }])
    expect(await held()).toBe('0')
    const block = await regtest.mine()
    await rig.tick()
    expect(await rows()).toMatchObject([{ txid, status: 'success', blockNumber: block }])
    expect(await held()).toBe('41000')
  })
})

test('a deposit that is replaced while it waits is taken back; the one in its place is another', async () => {
  const { address, rows, purse } = await owned()
  const payer = await owned()
  await rig.deposit({ address: payer.address, value: 100_000 })
  const coins = await rig.chain.unspent(payer.address)
  const pay = (to: string, value: bigint) => payer.purse.spend(coins, [{ address: to, value }])
  const first = pay(address, 99_000n)
  expect(await rig.chain.broadcast(first.raw)).toEqual({ kind: 'accepted' })
  await rig.tick()
  expect(await rows()).toMatchObject([{ txid: first.txid, status: 'broadcasting' }])
  const second = pay(STRANGER, 90_000n)
  expect(await rig.chain.broadcast(second.raw)).toEqual({ kind: 'accepted' })
  await rig.tick()
  await rig.tick()
  expect(await rows()).toMatchObject([{ txid: first.txid, status: 'failed', rejectReason: TAKEN_BACK }])
  await regtest.mine()
  await rig.tick()
  expect(await rows()).toHaveLength(1)
  expect(await rig.chain.unspent(purse.address)).toEqual([])
})

test('coins that went where no journal knows are shown as they went, and the wallet is held', async () => {
  const { userId, id, address, rows, held, purse } = await owned()
  await rig.deposit({ address, value: 100_000 })
  const { raw, txid } = purse.spend(await rig.chain.unspent(address), [
    { address: STRANGER, value: 30_000n },
    { address, value: 69_000n },
  ])
  await rig.chain.broadcast(raw)
  await regtest.mine()
  await rig.tick()
  expect((await rows())[0]).toMatchObject({
    ...{ txid, direction: 'outcome', amount: '30000', fee: '1000', feeInUSD: 64, status: 'success' },
    ...{ sender: address, recipient: STRANGER },
  })
  expect(await held()).toBe('69000')
  const { features } = await rig.services.wallets.get(userId, id)
  expect(features.map(({ type }) => type)).toContain('hold')
})

test('coins of many transactions take no more statements than those of a few', async () => {
  const { dialect } = rig.db as unknown as { dialect: { sqlToQuery(sql: unknown): { sql: string } } }
  const asked = vi.spyOn(dialect, 'sqlToQuery')
  /** Custody's copies aside: each spend that it does not know is an entry of its journal. */
  const ofCoins = () => asked.mock.results.filter(({ value }) => value.sql.includes('"coins"')).length
  const statements = async (count: number) => {
    const { address, purse, rows, held } = await owned()
    for (let one = 0; one < count; one += 1) await regtest.give([{ address, value: 10_000 + one }])
    await regtest.mine()
    asked.mockClear()
    await rig.tick()
    const received = asked.mock.calls.length
    for (const coin of await rig.chain.unspent(address)) {
      const { raw } = purse.spend([coin], [{ address: STRANGER, value: coin.value - 500n }])
      await rig.chain.broadcast(raw)
    }
    await regtest.mine()
    asked.mockClear()
    await rig.tick()
    const spent = ofCoins()
    expect(await rows()).toHaveLength(count * 2)
    expect(await held()).toBe('0')
    return { received, spent }
  }
  // Again, since jobs ask in between.
  await expect.poll(async () => isDeepStrictEqual(await statements(24), await statements(3))).toBe(true)
  asked.mockRestore()
})

test('a payment from one wallet to another is one row, going out of the one and into the other', async () => {
  const [from, to] = [await owned('From'), await owned('To')]
  await rig.deposit({ address: from.address, value: 50_000 })
  const { raw, txid } = from.purse.spend(await rig.chain.unspent(from.address), [
    { address: to.address, value: 20_000n },
    { address: from.address, value: 29_500n },
  ])
  await rig.chain.broadcast(raw)
  await regtest.mine()
  await rig.tick()
  const [out] = await from.rows()
  const [income] = await to.rows()
  expect(out).toMatchObject({ txid, amount: '20000', fee: '500', recipient: to.address })
  expect(income).toMatchObject({ id: out?.id, direction: 'income', amount: '20000' })
  expect(income?.fee).toBeUndefined()
  expect([await from.held(), await to.held()]).toEqual(['29500', '20000'])
})

test('two processes that watch write everything once', async () => {
  const { address, rows, held } = await owned()
  const other = rig.beside()
  const both = () => Promise.all([rig.tick(), other.transactions.tick()])
  await regtest.give([{ address, value: 7000 }])
  await both()
  await regtest.mine()
  await both()
  rig.clock.advance(1000)
  await regtest.give([{ address, value: 8000 }])
  await regtest.mine()
  await both()
  await rig.restart()
  await both()
  expect((await rows()).map(({ amount, status }) => [amount, status])).toEqual([
    ['8000', 'success'],
    ['7000', 'success'],
  ])
  expect(await held()).toBe('15000')
  await other.stop()
})
