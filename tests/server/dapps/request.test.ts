// @vitest-environment node
import { eq } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelRequest,
  confirmRequest,
  getRequest,
  listRequests,
  quoteRequest,
} from '#contract/endpoints/dapp.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { faultOf } from './dapp.ts'
import { confirmation } from './shown.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
/** Stores 42 and returns no code: `PUSH1 2a PUSH0 SSTORE`. */
const INIT_CODE = '0x602a5f55'

let backend: Backend
let owner: Owner
let bond: Bond
beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com')
  bond = await backend.bond(owner)
})
afterAll(() => backend.stop())

const ask = (method: string, params: unknown) => bond.dapp.ask(bond.session, method, params)
/** What is asked now, as its owner sees it. */
const arrival = async () => {
  const before = new Set(owner.socket.heard.map(({ payload }) => payload.data.id))
  return () => until(owner, 'wc-session:request', ({ id }) => !before.has(id))
}
const put = async (method: string, params: unknown) => {
  const next = await arrival()
  const answer = ask(method, params)
  return { answer, request: await next() }
}
const confirm = async (id: string, maxFee?: string) => {
  const { params, body } = await confirmation(owner.client, id)
  return owner.client.call(confirmRequest, { params, body: { ...body, maxFee } })
}
const cancel = (id: string) => owner.client.call(cancelRequest, { params: { id }, body: {} })
const statusOf = async (id: string) => (await owner.client.ok(getRequest, { params: { id } })).status
const counted = async (id: number | undefined) => bond.dapp.answers.get(id ?? 0)
const tx = (more: Record<string, unknown> = {}) => ({ from: owner.address, to: DEAD, value: '0x1', ...more })

describe('personal_sign', () => {
  test.each(['data first', 'address first'])('with %s gives a signature of the wallet', async (order) => {
    const data = '0x48656c6c6f'
    const params = order === 'data first' ? [data, owner.address] : [owner.address.toLowerCase(), data]
    const { answer, request } = await put('personal_sign', params)
    expect(request).toMatchObject({
      status: 'pending',
      method: 'personal_sign',
      blockchain: 'redbelly:testnet',
      params: [data, owner.address],
    })
    expect(await confirm(request.id)).toMatchObject({ status: 200, body: { status: 'executed' } })
    const signature = (await answer) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(owner.address)
    const results = owner.socket.heard.filter(
      ({ name, payload }) => name === 'wc-session:request-result' && payload.data.id === request.id,
    )
    expect(results.map(({ payload }) => payload.data.status)).toEqual(['confirmed', 'executed'])
    expect(await confirm(request.id)).toMatchObject({ status: 409 })
    expect(await cancel(request.id)).toMatchObject({ status: 409 })
  })

  test('of a text that is no hex signs the text', async () => {
    const { answer, request } = await put('personal_sign', ['Grüezi', owner.address])
    await confirm(request.id)
    const signature = (await answer) as `0x${string}`
    expect(await recoverMessageAddress({ message: 'Grüezi', signature })).toBe(owner.address)
  })

  test.each([
    ['another address', () => ['0x00', DEAD]],
    ['no address', () => ['0x00']],
    ['an object', () => ({ data: '0x00' })],
    ['numbers', () => [1, 2]],
  ])('with %s is refused', async (_, params) => {
    expect(await faultOf(ask('personal_sign', params()))).toMatchObject({ code: -32602 })
  })

  test.each(['Countersign approval v1\nTransaction: 1', '  Ｃountersign invite v1'])(
    'never signs what only guardians sign: %s',
    async (text) => {
      const data = `0x${Buffer.from(text).toString('hex')}`
      expect(await faultOf(ask('personal_sign', [data, owner.address]))).toMatchObject({ code: 5000 })
    },
  )

  test('that is cancelled is an error for the dApp', async () => {
    const { answer, request } = await put('personal_sign', ['0x01', owner.address])
    expect(await cancel(request.id)).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
    expect(await confirm(request.id)).toMatchObject({ status: 409 })
  })

  test('confirmed and cancelled at once is decided once', async () => {
    const { answer, request } = await put('personal_sign', ['0x02', owner.address])
    const calls = [confirm, cancel, confirm, cancel].map((call) => call(request.id))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await answer.catch(() => undefined)
    const rpcId = [...bond.dapp.answers.keys()].at(-1)
    expect(await counted(rpcId)).toBe(1)
  })
})

describe('eth_sendTransaction', () => {
  test('is mined, with nonce and fees of ours', async () => {
    const { answer, request } = await put('eth_sendTransaction', [
      tx({ nonce: '0x63', gasPrice: '0xffffffffffff', gas: '0xffffff', type: '0x2', chainId: '0x99' }),
    ])
    expect(await confirm(request.id)).toMatchObject({ status: 200, body: { status: 'executed' } })
    const hash = (await answer) as `0x${string}`
    const receipt = await backend.node.client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    const sent = await backend.node.client.getTransaction({ hash })
    expect(sent.nonce).toBe(0)
    expect(sent.gas).toBe(31500n)
    const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId } })
    expect(items.filter((item) => item.hash === hash)).toHaveLength(1)
  })

  test('creates a contract', async () => {
    const { answer, request } = await put('eth_sendTransaction', [{ from: owner.address, data: INIT_CODE }])
    await confirm(request.id)
    const hash = (await answer) as `0x${string}`
    const { contractAddress } = await backend.node.client.waitForTransactionReceipt({ hash })
    expect(contractAddress).toMatch(/^0x/)
  })

  test('twice confirmed is sent once', async () => {
    const { answer, request } = await put('eth_sendTransaction', [tx()])
    const before = await backend.node.client.getTransactionCount({ address: owner.address })
    const statuses = (await Promise.all([confirm(request.id), confirm(request.id)])).map(
      ({ status }) => status,
    )
    // The second one meets the first one's transaction, or a request that is decided.
    expect(statuses).toContain(200)
    for (const status of statuses) expect([200, 409]).toContain(status)
    await backend.node.client.waitForTransactionReceipt({ hash: (await answer) as `0x${string}` })
    expect(await backend.node.client.getTransactionCount({ address: owner.address })).toBe(before + 1)
  })

  test.each([
    ['accessList', { accessList: [] }],
    ['data as an empty text', { data: '' }],
    ['data as 0x', { data: '0x' }],
    ['input beside equal data', { data: '0x', input: '' }],
  ])('with an empty %s is as without it', async (_, more) => {
    const { answer, request } = await put('eth_sendTransaction', [tx(more)])
    expect(await confirm(request.id)).toMatchObject({ status: 200 })
    expect(await answer).toMatch(/^0x/)
  })

  test('is quoted before it is confirmed, and costs no more than that', async () => {
    const { answer, request } = await put('eth_sendTransaction', [tx()])
    const at = { params: { id: request.id } }
    const quote = await owner.client.ok(quoteRequest, at)
    expect(quote).toMatchObject({ tokens: [] })
    expect(BigInt(quote.feeCeiling ?? 0)).toBeGreaterThanOrEqual(BigInt(quote.fee ?? 0))
    const balance = await backend.node.client.getBalance({ address: owner.address })
    expect(BigInt(quote.available)).toBeLessThanOrEqual(balance)
    expect(await confirm(request.id, '1')).toMatchObject({
      status: 409,
      body: { message: 'Network fees rose. Check the new fee.' },
    })
    expect(await statusOf(request.id)).toBe('pending')
    const maxFee = quote.feeCeiling ?? ''
    expect(await confirm(request.id, maxFee)).toMatchObject({
      status: 200,
    })
    const sent = await backend.node.client.getTransaction({ hash: (await answer) as `0x${string}` })
    expect(sent.gas * (sent.maxFeePerGas ?? 0n)).toBeLessThanOrEqual(BigInt(maxFee))
    expect(await owner.client.call(quoteRequest, at)).toMatchObject({ status: 409 })
  })

  test('that the chain would refuse is quoted with the reason, and with the token that it touches', async () => {
    const { address } = backend.node.token('USDC')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [DEAD, 1n] })
    const { request } = await put('eth_sendTransaction', [{ from: owner.address, to: address, data }])
    const quote = await owner.client.ok(quoteRequest, { params: { id: request.id } })
    expect(quote).toMatchObject({
      problem: expect.any(String),
      tokens: [{ address, symbol: 'USDC', decimals: 6, type: 'ERC20' }],
    })
    expect(quote.feeCeiling ?? undefined).toBeUndefined()
    await cancel(request.id)
  })

  test('that costs too much stays pending, and the owner hears why', async () => {
    const { answer, request } = await put('eth_sendTransaction', [tx({ value: '0xffffffffffffffffffff' })])
    expect(await confirm(request.id)).toMatchObject({
      status: 400,
      body: { name: 'InsufficientFundsError' },
    })
    expect(await statusOf(request.id)).toBe('pending')
    await cancel(request.id)
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  })

  test.each([
    ['from another wallet', { from: DEAD }],
    ['for another chain', { chainId: '0x1' }],
    ['of type 3', { type: '0x3' }],
    ['with authorizations', { authorizationList: [] }],
    ['with blobs', { blobVersionedHashes: ['0x00'] }],
    ['with an access list', { accessList: [{ address: DEAD, storageKeys: [] }] }],
    ['with unlike data and input', { data: '0x01', input: '0x02' }],
    ['with half a byte', { data: '0x1' }],
    ['with a negative value', { value: '-0x1' }],
    ['with a decimal value', { value: '1' }],
    ['with a number as value', { value: 1 }],
    ['with a broken recipient', { to: '0x12' }],
    ['without recipient and data', { to: null }],
    ['with a million characters of data', { data: `0x${'00'.repeat(500_000)}` }],
  ])('%s is refused', async (_, more) => {
    expect(await faultOf(ask('eth_sendTransaction', [tx(more)]))).toMatchObject({ code: -32602 })
  })

  test.each([[[]], [null], ['text'], [[null]], [[[]]], [{}], [[{ from: 1 }, {}]]])(
    'with the parameters %j is refused',
    async (params) => {
      expect(await faultOf(ask('eth_sendTransaction', params))).toMatchObject({ code: -32602 })
    },
  )

  test('on another chain than the session has is refused', async () => {
    const answer = bond.dapp.client.request({
      topic: bond.session.topic,
      chainId: 'eip155:1',
      request: { method: 'eth_sendTransaction', params: [tx()] },
    })
    await expect(answer).rejects.toThrow()
  })
})

describe('identity verification', () => {
  const verify = (kycCompleted: boolean) =>
    backend.server.db.update(wallets).set({ kycCompleted }).where(eq(wallets.id, owner.walletId))

  test('is not asked for on Redbelly, whose network refuses the unverified itself', async () => {
    await verify(false)
    const { answer, request } = await put('eth_sendTransaction', [tx()])
    expect(await confirm(request.id)).toMatchObject({ status: 200 })
    expect(await answer).toMatch(/^0x/)
  })
})

test('too many requests are refused at once', async () => {
  const answers = Array.from({ length: 8 }, (_, n) => ask('personal_sign', [`0x0${n}`, owner.address]))
  const faults = answers.map(faultOf)
  // What is asked at once arrives in any order.
  const refused: number[] = []
  for (const fault of faults) void fault.then(({ code }) => refused.push(code))
  await expect.poll(() => refused).toEqual([-32005, -32005, -32005])
  // A refusal may overtake what is still being written down.
  const pending = async () => {
    const query = { walletId: owner.walletId, status: 'pending' }
    return (await owner.client.ok(listRequests, { query })).items
  }
  await expect.poll(pending).toHaveLength(5)
  for (const { id } of await pending()) await cancel(id)
  await Promise.all(faults)
})

test('requests belong to their owner, and lists are paged', async () => {
  backend.server.clock.advance(1000)
  const { answer, request } = await put('personal_sign', ['0x04', owner.address])
  const eve = await backend.person('eve@example.com')
  const at = await confirmation(owner.client, request.id)
  expect(await eve.client.call(confirmRequest, at)).toMatchObject({ status: 404 })
  expect(await eve.client.call(cancelRequest, { ...at, body: {} })).toMatchObject({ status: 404 })
  expect(await eve.client.call(getRequest, { params: { id: request.id } })).toMatchObject({ status: 404 })
  expect(await eve.client.ok(listRequests, { query: {} })).toEqual({ items: [], total: 0 })
  const first = await owner.client.ok(listRequests, { query: { limit: 1 } })
  expect(first.items.map(({ id }) => id)).toEqual([request.id])
  expect(first.total).toBeGreaterThan(5)
  await cancel(request.id)
  await faultOf(answer)
})

describe('a method that is not available', () => {
  const typed = () => put('eth_signTypedData_v4', [owner.address, '{"a":"\u0000\ud800"}'])
  const NOT_AVAILABLE = 'This operation is not available!'

  test('can be rejected, and never confirmed', async () => {
    const { answer, request } = await typed()
    const at = { params: { id: request.id }, body: { digest: '0'.repeat(64) } }
    expect(await owner.client.call(confirmRequest, at)).toMatchObject({
      status: 400,
      body: { message: NOT_AVAILABLE },
    })
    expect(await cancel(request.id)).toMatchObject({ status: 200, body: { status: 'rejected' } })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  })

  test('takes the place of none that is, has five places, and is refused by itself after a minute', async () => {
    const others: Awaited<ReturnType<typeof typed>>[] = []
    for (let n = 0; n < 5; n += 1) others.push(await typed())
    expect(await faultOf(ask('eth_signTypedData_v4', [owner.address, '{}']))).toMatchObject({ code: -32005 })
    const messages: Awaited<ReturnType<typeof typed>>[] = []
    for (let n = 0; n < 5; n += 1) messages.push(await put('personal_sign', [`0x1${n}`, owner.address]))

    backend.server.clock.advance(59_000)
    const [first] = others
    expect(await statusOf(first?.request.id ?? '')).toBe('pending')
    backend.server.clock.advance(1_000)
    for (const { answer, request } of others) {
      expect(await faultOf(answer)).toMatchObject({ code: 5000, message: NOT_AVAILABLE })
      expect(await statusOf(request.id)).toBe('rejected')
    }
    for (const { request } of messages) {
      expect(await statusOf(request.id)).toBe('pending')
      await cancel(request.id)
    }
  })
})

test('what nobody decides ends when the time runs out', async () => {
  const { answer, request } = await put('personal_sign', ['0x03', owner.address])
  backend.server.clock.advance(60 * 60 * 1000)
  expect(await confirm(request.id)).toMatchObject({ status: 409 })
  expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  expect(await statusOf(request.id)).toBe('rejected')
})
