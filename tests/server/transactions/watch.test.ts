import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { chainCursors } from '#server/db/schema/chain.ts'
import tokenArtifact from '#server/sandbox/contracts/TestToken.json' with { type: 'json' }
import { ether, type TestNode } from '../chains/node.ts'
import { onChain } from '../chains/onchain.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

onChain(openRig, (both) => {
  ;({ node, rig } = both)
})

const amountOf = async (userId: string, walletId: string, symbol?: string) =>
  (await rig.assetOf(userId, walletId, symbol))?.amount

test('deposits made while nobody watched are found after a restart, over a gap of many blocks', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  await node.give(wallet.address, '1')
  await node.client.mine({ blocks: 950 })
  await node.give(wallet.address, '2', 'USDC')
  await node.client.mine({ blocks: 300 })
  await rig.restart()
  await rig.settle()
  expect((await rig.listed(userId, wallet.id)).map(({ assetSymbol }) => assetSymbol).sort()).toEqual([
    'USDC',
    'rbnt',
  ])
  expect(await amountOf(userId, wallet.id)).toBe(ether('1').toString())
  expect(await amountOf(userId, wallet.id, 'USDC')).toBe('2000000')
})

test('reading the same blocks twice changes nothing and says nothing', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const [cursor] = await rig.db.select().from(chainCursors)
  if (!cursor) throw new Error('There is no cursor')
  await node.give(wallet.address, '1')
  await node.give(wallet.address, '5', 'USDC')
  await rig.settle()
  const before = await rig.listed(userId, wallet.id)
  const said = rig.pushLog.events.length
  await rig.db.update(chainCursors).set(cursor)
  await rig.restart()
  await rig.settle()
  expect(await rig.listed(userId, wallet.id)).toEqual(before)
  expect(rig.pushLog.events.slice(said)).toEqual([])
})

describe('a reorganisation', () => {
  test('takes deposits back and counts them once when they come again', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId)
    await rig.fund(wallet.address, '1')
    const id = await node.client.snapshot()
    const hash = await node.give(wallet.address, '5')
    await node.give(wallet.address, '7', 'USDC')
    await rig.settle()
    expect(await amountOf(userId, wallet.id)).toBe(ether('6').toString())

    await node.client.revert({ id })
    await node.client.mine({ blocks: 5 })
    await rig.settle()
    expect(await amountOf(userId, wallet.id)).toBe(ether('1').toString())
    // Its only deposit is gone, so the asset is gone too.
    expect(await amountOf(userId, wallet.id, 'USDC')).toBeUndefined()
    expect(rig.pushLog.named('asset:removed', userId)).toHaveLength(1)
    const rows = await rig.listed(userId, wallet.id)
    expect(rows.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'success'])
    expect(rows.find((row) => row.hash === hash)).toMatchObject({
      status: 'failed',
      rejectReason: 'The network took this transaction back.',
      blockNumber: null,
    })

    await node.give(wallet.address, '2')
    await rig.settle()
    expect(await amountOf(userId, wallet.id)).toBe(ether('3').toString())
    const alive = (await rig.listed(userId, wallet.id)).filter(({ status }) => status === 'success')
    expect(alive).toHaveLength(2)
  })

  test('puts an own send back to broadcasting, hands in the same bytes, and it is mined again once', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '10' })
    await rig.fund(wallet.address, '20', 'USDC')
    const before = await node.balance(STRANGER)
    const id = await node.client.snapshot()
    const native = await rig.send(userId, wallet.id, ether('1'))
    await rig.settle()
    const token = await rig.send(userId, wallet.id, '5000000', { symbol: 'USDC' })
    await rig.settle()
    const hashes = (await rig.listed(userId, wallet.id)).slice(0, 2).map(({ hash }) => hash)

    await node.client.revert({ id })
    await node.client.mine({ blocks: 4 })
    await node.client.setAutomine(false)
    await rig.services.transactions.tick()
    const undone = (await rig.listed(userId, wallet.id)).slice(0, 2)
    expect(undone).toMatchObject([
      { id: token.id, status: 'broadcasting', blockNumber: null, logIndex: null, fee: null },
      { id: native.id, status: 'broadcasting', blockNumber: null, fee: null },
    ])
    expect(await amountOf(userId, wallet.id)).toBe(ether('10').toString())

    await node.client.setAutomine(true)
    await rig.services.transactions.resume()
    await rig.settle()
    const again = (await rig.listed(userId, wallet.id)).slice(0, 2)
    expect(again).toMatchObject([
      { id: token.id, status: 'success', hash: hashes[0], logIndex: expect.any(Number) },
      { id: native.id, status: 'success', hash: hashes[1] },
    ])
    expect((await node.balance(STRANGER)) - before).toBe(ether('1'))
    expect(await amountOf(userId, wallet.id, 'USDC')).toBe('15000000')
    expect(await amountOf(userId, wallet.id)).toBe((await node.balance(wallet.address)).toString())
    expect(await rig.listed(userId, wallet.id)).toHaveLength(4)
  })

  test('of empty blocks leaves nothing to undo, and what the new ones hold is found', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId)
    const id = await node.client.snapshot()
    await node.client.mine({ blocks: 5 })
    await rig.settle()
    await node.client.revert({ id })
    await node.client.mine({ blocks: 2 })
    await node.give(wallet.address, '3')
    await node.client.mine({ blocks: 4 })
    const said = rig.pushLog.events.length
    await rig.settle()
    expect(rig.pushLog.events.slice(said).map(({ name }) => name)).toEqual([
      'asset:created',
      'transaction:created',
    ])
    // More than are kept in memory.
    await node.client.mine({ blocks: 45 })
    await rig.settle()
    await rig.restart()
    await rig.settle()
    expect(rig.pushLog.events.slice(said)).toHaveLength(2)
    expect(await amountOf(userId, wallet.id)).toBe(ether('3').toString())
  })

  test('to a lower head is noticed at once', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId)
    const id = await node.client.snapshot()
    await node.client.mine({ blocks: 10 })
    await rig.fund(wallet.address, '4')
    expect(await amountOf(userId, wallet.id)).toBe(ether('4').toString())
    await node.client.revert({ id })
    await rig.settle()
    expect(await amountOf(userId, wallet.id)).toBeUndefined()
    await rig.fund(wallet.address, '2')
    expect(await amountOf(userId, wallet.id)).toBe(ether('2').toString())
  })
})

test('tokens that a stranger moves by allowance are an outgoing transaction', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '1' })
  await rig.fund(wallet.address, '9', 'USDC')
  const { address } = node.token('USDC')
  const [spender] = await node.client.getAddresses()
  if (!spender) throw new Error('The node has no accounts')
  await node.client.impersonateAccount({ address: wallet.address as `0x${string}` })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, 4_000_000n],
  })
  await node.client.sendTransaction({
    account: wallet.address as `0x${string}`,
    chain: null,
    to: address,
    data: approve,
  })
  await node.client.stopImpersonatingAccount({ address: wallet.address as `0x${string}` })
  const pull = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [wallet.address as `0x${string}`, STRANGER, 4_000_000n],
  })
  await node.client.sendTransaction({ account: spender, chain: null, to: address, data: pull })
  await rig.settle()
  const [row] = await rig.listed(userId, wallet.id)
  expect(row).toMatchObject({
    direction: 'outcome',
    amount: '4000000',
    assetSymbol: 'USDC',
    recipient: STRANGER,
    status: 'success',
    accountTxs: [{ walletId: wallet.id, direction: 'outcome' }],
  })
  expect(row?.fee).toBeNull()
  expect(await amountOf(userId, wallet.id, 'USDC')).toBe('5000000')
})

test('a contract that makes up an outgoing transfer plants nothing', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  // Logs Transfer(wallet, STRANGER, 1) whenever it is called.
  const word = (address: string) => address.slice(2).padStart(64, '0')
  const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const code = `0x6001600052 7f${word(STRANGER)} 7f${word(wallet.address)} 7f${topic} 60206000a300`
  const address = '0x00000000000000000000000000000000000000bb'
  await node.client.setCode({ address, bytecode: code.replaceAll(' ', '').toLowerCase() as `0x${string}` })
  const hash = await node.send({ to: address })
  expect((await node.client.getTransactionReceipt({ hash })).logs).toHaveLength(1)
  await rig.settle()
  expect(await rig.listed(userId, wallet.id)).toEqual([])
})

test('an own send in a block that was passed unseen is found when it is handed in again', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '2' })
  const sent = await rig.send(userId, wallet.id, ether('1'))
  await rig.services.transactions.idle()
  await node.mined()
  const head = await node.client.getBlock()
  await rig.db.update(chainCursors).set({ number: Number(head.number), hash: head.hash })
  await rig.settle()
  expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: sent.id, status: 'broadcasting' })
  rig.clock.advance(30_000)
  await rig.services.transactions.resume()
  expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: sent.id, status: 'success' })
})

test('a transfer of nothing, made to plant a look-alike address, is not shown', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [wallet.address as `0x${string}`, STRANGER, 0n],
  })
  await node.send({ to: node.token('USDC').address, data })
  await rig.settle()
  expect(await rig.listed(userId, wallet.id)).toEqual([])
})

test('a token with a hostile name arrives as one harmless line', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const { abi, bytecode } = tokenArtifact
  const address = await node.deploy(abi, bytecode, ['Claim\nnow \u202Eevil.example', 'USD\u200BC\u202E', 6])
  const mint = parseAbi(['function mint(address to, uint256 value)'])
  const data = encodeFunctionData({ abi: mint, args: [wallet.address as `0x${string}`, 1_000_000n] })
  await node.send({ to: address, data })
  await rig.settle()
  const asset = await rig.assetOf(userId, wallet.id, 'USDC')
  expect(asset).toMatchObject({ address, amount: '1000000' })
  const tokens = await rig.services.tokens.list(userId, { address })
  expect(tokens).toMatchObject([{ symbol: 'USDC', address }])
  // The symbol buys it no price.
  expect(tokens[0]?.price).toBeUndefined()
  expect(await rig.services.tokens.info(tokens[0]?.id ?? '')).toMatchObject({
    name: 'Claim now evil.example',
  })
})

test('coins that arrive without a transaction of their own are found by looking', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  await node.client.setBalance({ address: wallet.address as `0x${string}`, value: ether('3') })
  while ((await amountOf(userId, wallet.id)) === undefined) {
    await node.client.mine({ blocks: 1 })
    await rig.settle()
  }
  expect(await amountOf(userId, wallet.id)).toBe(ether('3').toString())
})
