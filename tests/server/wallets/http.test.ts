import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { agreeRelease } from '#contract/endpoints/release.ts'
import {
  cancelTransaction,
  estimateEvm,
  listTransactions,
  sendBitcoin,
  sendEvm,
} from '#contract/endpoints/transaction.ts'
import {
  createWallet,
  getGasPrice,
  getPrice,
  getTokenInfo,
  getWallet,
  listAssets,
  listGuardedWallets,
  listTokens,
  listWallets,
  renameWallet,
} from '#contract/endpoints/wallet.ts'
import { listedPrices } from '#server/chains/prices.ts'
import { makeChains } from '#server/chains/set.ts'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import type { Client } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness.ts'
import { STRANGER } from '../transactions/rig.ts'

let node: TestNode
let server: TestServer
let owner: Client
let other: Client

beforeAll(async () => {
  node = await startNode()
  const rpcUrls = { 'redbelly:testnet': node.rpcUrl } as const
  server = await startServer({
    deps: {
      chains: makeChains({ rpcUrls, local: true, log: pino({ level: 'silent' }), pollMs: 50 }),
      prices: listedPrices([{ blockchain: 'redbelly:testnet', symbol: 'RBNT', price: '0.05' }], new Date()),
    },
  })
  owner = await server.signIn('owner@example.com')
  other = await server.signIn('other@example.com')
}, 60_000)
afterAll(async () => {
  await server.stop()
  await node.stop()
})

describe('a word about a held wallet', () => {
  test("is its owner's, and taken of nobody else", async () => {
    const third = await server.signIn('third@example.com')
    const { id } = await third.ok(createWallet, { body: { name: 'Held' } })
    await until(
      () => third.ok(getWallet, { params: { id } }),
      ({ status }) => status === 'active',
    )
    const params = { id }
    const missing = { owner: false, operator: false, guardians: 0 }
    expect(await third.ok(agreeRelease, { params })).toEqual({ missing })
    expect((await other.call(agreeRelease, { params })).status).toBe(404)
    expect((await third.call(agreeRelease, { params: { id: 'none' } })).status).toBe(404)
    expect((await server.client().call(agreeRelease, { params })).status).toBe(401)
  })
})

/** Asks again until it is so: the server works on meanwhile. */
const until = async <T>(ask: () => Promise<T>, is: (answer: T) => boolean): Promise<T> =>
  vi.waitFor(
    async () => {
      const answer = await ask()
      if (!is(answer)) throw new Error(`Still ${JSON.stringify(answer)}`)
      return answer
    },
    { interval: 20, timeout: 20_000 },
  )

const makeWallet = async (client: Client, name: string) => {
  server.clock.advance(1000)
  const { id } = await client.ok(createWallet, { body: { name } })
  return until(
    () => client.ok(getWallet, { params: { id } }),
    ({ status }) => status === 'active',
  )
}

describe('wallets', () => {
  test('create answers 201 with status created, and the list is oldest first', async () => {
    const answer = await owner.call(createWallet, { body: { name: '  Jean-Luc, Jr. ' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ name: 'Jean-Luc, Jr.', status: 'created' })
    await makeWallet(owner, 'O’Neil')
    const { items, total } = await owner.ok(listWallets, { query: {} })
    expect(total).toBe(2)
    expect(items.map(({ name }) => name)).toEqual(['Jean-Luc, Jr.', 'O’Neil'])
    expect((await owner.ok(listWallets, { query: { limit: 1, offset: 1 } })).items).toEqual([items[1]])
    expect(await owner.ok(listGuardedWallets, { query: {} })).toMatchObject({ items: [], total: 0 })
  })

  test.each([
    ['', 400, 'Wallet name is required'],
    ['   ', 400, 'Wallet name is required'],
    [' ab ', 400, 'Wallet name should contain at least 3 symbols'],
    ['a'.repeat(21), 400, 'Wallet name should contain maximum 20 symbols'],
    ['Wallet 1', 400, 'Wallet name contains forbidden symbols'],
    ['a\tb', 400, 'Wallet name contains forbidden symbols'],
    ['O’Neil', 409, 'This wallet name is already in use'],
  ])('create refuses %j', async (name, status, message) => {
    const answer = await owner.call(createWallet, { body: { name } })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('rename obeys the same rules, and only for the owner', async () => {
    const { id } = await makeWallet(owner, 'Holiday')
    const rename = async (client: Client, name: string) => {
      const { status, body } = await client.call(renameWallet, { params: { id }, body: { name } })
      return [status, body.message ?? body.name]
    }
    expect(await rename(owner, 'Holiday')).toEqual([400, 'Name should be different from current'])
    expect(await rename(owner, 'O’Neil')).toEqual([409, 'This wallet name is already in use'])
    expect(await rename(owner, 'x')).toEqual([400, 'Wallet name should contain at least 3 symbols'])
    expect(await rename(other, 'Stolen')).toEqual([404, 'This wallet does not exist'])
    expect(await rename(owner, ' Holidays ')).toEqual([200, 'Holidays'])
  })

  test("another user's wallet is not found on any call", async () => {
    const { id } = await makeWallet(owner, 'Private')
    const params = { id }
    const draft = { amount: '1', assetId: 'x', recipient: STRANGER }
    const send = { ...draft, description: '', gas: 'normal' } as const
    const answers = await Promise.all([
      other.call(getWallet, { params }),
      other.call(listAssets, { query: { walletId: id } }),
      other.call(listTransactions, { query: { walletId: id } }),
      other.call(sendEvm, { params, body: send }),
      other.call(sendBitcoin, { params, body: send }),
      other.call(estimateEvm, { params, body: draft }),
      other.call(cancelTransaction, { params: { ...params, txId: 'x' }, body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

test('the gas price of an EVM chain; 400 for Bitcoin and unknown chains, 503 for one that is not here', async () => {
  const price = await owner.ok(getGasPrice, { query: { blockchain: 'redbelly:testnet' } })
  const [slow, normal, fast] = [price.SLOW, price.NORMAL, price.FAST].map((tier) => BigInt(tier.maxFeePerGas))
  expect(slow).toBeGreaterThan(0n)
  expect(slow! <= normal! && normal! <= fast!).toBe(true)
  const ask = async (blockchain: string) => (await owner.call(getGasPrice, { query: { blockchain } })).status
  expect(await ask('bitcoin:regtest')).toBe(400)
  expect(await ask('dogecoin')).toBe(400)
  expect(await ask('ethereum:sepolia')).toBe(503)
})

test('tokens, their info and the open price oracle', async () => {
  const { items } = await owner.ok(listTokens, { query: { blockchain: 'redbelly:testnet' } })
  expect(items).toMatchObject([{ symbol: 'rbnt', decimals: 18, price: '0.05' }])
  expect(await owner.ok(listTokens, { query: { symbol: 'RBNT' } })).toMatchObject({ total: 1 })
  expect(await owner.ok(listTokens, { query: { symbol: 'none' } })).toMatchObject({ total: 0 })
  const info = await owner.ok(getTokenInfo, { params: { id: items[0]?.id ?? '' } })
  expect(info).toMatchObject({ name: 'Redbelly Testnet', symbol: 'rbnt' })
  expect((await owner.call(getTokenInfo, { params: { id: 'x' } })).status).toBe(404)

  const anyone = server.client()
  const price = await anyone.call(getPrice, { query: { symbol: 'RBNT' } })
  expect(price).toMatchObject({
    status: 200,
    body: { symbol: 'RBNT', price: '0.05', updatedAt: expect.any(String) },
  })
  expect((await anyone.call(getPrice, { query: { symbol: 'DOGE' } })).status).toBe(404)
  expect((await anyone.call(listTokens, { query: {} })).status).toBe(401)
})

test('the oracle answers sixty times a minute per address', async () => {
  const anyone = server.client()
  let answer = await anyone.call(getPrice, { query: { symbol: 'RBNT' } })
  for (let calls = 1; answer.status === 200 && calls < 100; calls += 1) {
    answer = await anyone.call(getPrice, { query: { symbol: 'RBNT' } })
  }
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({ name: 'TooManyRequestsError', traceId: expect.any(String) })
})

test('from a deposit to a send, by the calls and events that a page uses', async () => {
  const wallet = await makeWallet(owner, 'Spending')
  const params = { id: wallet.id }
  const query = { walletId: wallet.id }
  const address = wallet.accounts[0]?.address ?? ''
  await node.give(address, '4')
  const { items: assets } = await until(
    () => owner.ok(listAssets, { query }),
    ({ total }) => total > 0,
  )
  expect(assets).toMatchObject([
    { symbol: 'rbnt', amount: ether('4').toString(), accountId: wallet.accounts[0]?.id },
  ])
  const draft = { amount: ether('1').toString(), assetId: assets[0]?.id ?? '', recipient: STRANGER }
  expect(await owner.ok(estimateEvm, { params, body: draft })).toEqual({
    gasLimit: '25200',
    recipientKnown: false,
  })

  const body = { ...draft, description: '', gas: 'fast' } as const
  const early = await owner.call(sendEvm, { params, body })
  expect(early).toMatchObject({ status: 403, body: { name: 'KycRequiredError' } })
  await node.allow(address)
  await until(
    () => owner.ok(getWallet, { params }),
    ({ features }) => features.some(({ payload }) => 'completed' in payload && payload.completed),
  )

  const wrong = await Promise.all(
    ['-1', '1.5', '0', ether('5').toString()].map((amount) =>
      owner.call(sendEvm, { params, body: { ...body, amount } }),
    ),
  )
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect((await owner.call(sendBitcoin, { params, body })).status).toBe(400)

  server.clock.advance(1000)
  const headers = { 'idempotency-key': 'one-confirmation' }
  const [first, second] = await Promise.all([
    owner.call(sendEvm, { params, body }, headers),
    owner.call(sendEvm, { params, body }, headers),
  ])
  expect([first?.status, second?.status]).toEqual([201, 201])
  expect(second?.body.id).toBe(first?.body.id)
  const changed = await owner.call(sendEvm, { params, body: { ...body, amount: '1' } }, headers)
  expect(changed.status).toBe(409)

  const { items } = await until(
    () => owner.ok(listTransactions, { query }),
    ({ items: [newest] }) => newest?.status === 'success' && newest.id === first?.body.id,
  )
  expect(items).toMatchObject([
    { direction: 'outcome', status: 'success', amountInUsd: 5, recipient: STRANGER },
    { direction: 'income', status: 'success', amountInUsd: 20 },
  ])
  expect(await owner.ok(listTransactions, { query: { ...query, direction: 'income' } })).toMatchObject({
    total: 1,
  })
})
