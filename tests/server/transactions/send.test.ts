import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const ERC20 = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
] as const
const ERC721 = [
  {
    type: 'function',
    name: 'ownerOf',
    stateMutability: 'view',
    inputs: [{ type: 'uint256' }],
    outputs: [{ type: 'address' }],
  },
] as const

const tokenBalance = (symbol: string, address: string) =>
  node.client.readContract({
    address: node.token(symbol).address,
    abi: ERC20,
    functionName: 'balanceOf',
    args: [address as Address],
  })

test('a native send reaches the chain; both balances, the fee and the events follow', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  const asset = await rig.assetOf(userId, wallet.id)
  expect(asset).toMatchObject({ symbol: 'rbnt', amount: ether('10').toString(), decimals: 18 })
  const before = await node.balance(STRANGER)

  const sent = await rig.send(userId, wallet.id, ether('1.5'), { recipient: STRANGER.toLowerCase() })
  // 1.5 × 0.05 = 7.5 cents, half up.
  expect(sent).toMatchObject({
    status: 'broadcasting',
    direction: 'outcome',
    recipient: STRANGER,
    sender: wallet.address,
    amountInUsd: 8,
    kind: 'send',
    feeCeiling: expect.stringMatching(/^[1-9]\d+$/),
    accountTxs: [{ walletId: wallet.id, direction: 'outcome' }],
  })
  await rig.settle()

  const [done] = await rig.listed(userId, wallet.id)
  expect(done).toMatchObject({ id: sent.id, status: 'success', finishedAt: expect.any(String) })
  const receipt = await node.client.getTransactionReceipt({ hash: done?.hash as `0x${string}` })
  expect(done?.fee).toBe((receipt.gasUsed * receipt.effectiveGasPrice).toString())
  expect(BigInt(done?.fee ?? 0)).toBeLessThanOrEqual(BigInt(sent.feeCeiling ?? 0))
  expect(done?.feeCeiling).toBeUndefined()
  expect(done?.feeInUSD).toBe(0)
  expect(done?.blockNumber).toBe(Number(receipt.blockNumber))
  expect((await node.balance(STRANGER)) - before).toBe(ether('1.5'))
  const left = ether('8.5') - BigInt(done?.fee ?? 0)
  expect(await node.balance(wallet.address)).toBe(left)
  expect((await rig.assetOf(userId, wallet.id))?.amount).toBe(left.toString())

  const updates = rig.pushLog.named('transaction:updated', userId).filter(({ id }) => id === sent.id)
  expect(rig.pushLog.named('transaction:created', userId).filter(({ id }) => id === sent.id)).toHaveLength(1)
  expect(updates.at(-1)).toEqual(JSON.parse(JSON.stringify(done)))
  expect(rig.pushLog.named('asset:updated', userId).at(-1)).toMatchObject({
    id: asset?.id,
    amount: left.toString(),
  })
})

test('an ERC-20 send moves tokens and pays its fee in the native coin', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  await rig.fund(wallet.address, '250', 'USDC')
  const usdc = await rig.assetOf(userId, wallet.id, 'USDC')
  expect(usdc).toMatchObject({
    amount: '250000000',
    decimals: 6,
    type: 'ERC20',
    address: node.token('USDC').address,
  })
  const before = await tokenBalance('USDC', STRANGER)

  const sent = await rig.send(userId, wallet.id, '100500000', { symbol: 'USDC' })
  expect(sent).toMatchObject({
    assetSymbol: 'USDC',
    assetAddress: node.token('USDC').address,
    assetDecimals: 6,
    amount: '100500000',
    amountInUsd: 10050,
  })
  await rig.settle()

  const [done] = await rig.listed(userId, wallet.id)
  expect(done).toMatchObject({ id: sent.id, status: 'success', logIndex: expect.any(Number) })
  expect(await tokenBalance('USDC', STRANGER)).toBe(before + 100_500_000n)
  expect((await rig.assetOf(userId, wallet.id, 'USDC'))?.amount).toBe('149500000')
  const coins = await rig.assetOf(userId, wallet.id)
  expect(BigInt(coins?.amount ?? 0)).toBe(ether('10') - BigInt(done?.fee ?? 0))
  // The token deposit, the coin deposit and the send: the transfer is not counted a second time.
  expect(await rig.listed(userId, wallet.id)).toHaveLength(3)
})

test('an ERC-721 send moves the item and removes the asset', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  await rig.fund(wallet.address, undefined, 'SEAL')
  const seal = await rig.assetOf(userId, wallet.id, 'SEAL')
  expect(seal).toMatchObject({ amount: '1', type: 'ERC721', tokenId: expect.any(String), decimals: 0 })

  const sent = await rig.send(userId, wallet.id, '1', { symbol: 'SEAL' })
  expect(sent).toMatchObject({ amount: '1', assetDecimals: 0, amountInUsd: null })
  await rig.settle()

  expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: sent.id, status: 'success' })
  const owner = await node.client.readContract({
    address: node.token('SEAL').address,
    abi: ERC721,
    functionName: 'ownerOf',
    args: [BigInt(seal?.tokenId ?? 0)],
  })
  expect(owner).toBe(STRANGER)
  expect(await rig.assetOf(userId, wallet.id, 'SEAL')).toBeUndefined()
  expect(rig.pushLog.named('asset:removed', userId)).toMatchObject([{ id: seal?.id, walletId: wallet.id }])
})

test('a transfer between two own wallets is one transaction with two parts', async () => {
  const userId = await rig.user()
  const from = await rig.wallet(userId, { coins: '5' })
  const to = await rig.wallet(userId, { name: 'Savings' })
  const sent = await rig.send(userId, from.id, ether('2'), { recipient: to.address })
  await rig.settle()
  const parts = [
    { walletId: from.id, accountId: from.accounts[0]?.id, direction: 'outcome' },
    { walletId: to.id, accountId: to.accounts[0]?.id, direction: 'income' },
  ]
  for (const wallet of [from, to]) {
    const [row] = await rig.listed(userId, wallet.id)
    expect(row).toMatchObject({ id: sent.id, status: 'success', direction: 'outcome', accountTxs: parts })
  }
  expect(await rig.listed(userId, to.id)).toHaveLength(1)
  expect((await rig.assetOf(userId, to.id))?.amount).toBe(ether('2').toString())
})

test('a transfer to another user shows each his own part', async () => {
  const [alice, bob] = [await rig.user(), await rig.user()]
  const from = await rig.wallet(alice, { coins: '5' })
  const to = await rig.wallet(bob)
  const draft = await rig.draft(alice, from.id, ether('2'), { recipient: to.address })
  const sent = await rig.sendEvm(alice, from.id, { ...draft, description: 'For the boat' }, undefined)
  await rig.settle()
  const [mine] = await rig.listed(alice, from.id)
  const [his] = await rig.listed(bob, to.id)
  expect(mine).toMatchObject({
    id: sent.id,
    description: 'For the boat',
    accountTxs: [{ walletId: from.id }],
  })
  expect(his).toMatchObject({
    id: sent.id,
    direction: 'income',
    status: 'success',
    description: '',
    accountTxs: [{ walletId: to.id, direction: 'income' }],
  })
  expect(his?.fee).toBeUndefined()
  expect(rig.pushLog.named('transaction:created', bob)).toEqual([JSON.parse(JSON.stringify(his))])
})

test('a deposit creates an income transaction and the asset', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const hash = await node.give(wallet.address, '3')
  await rig.settle()
  const [deposit] = await rig.listed(userId, wallet.id)
  expect(deposit).toMatchObject({
    hash,
    direction: 'income',
    status: 'success',
    amount: ether('3').toString(),
    amountInUsd: 15,
    recipient: wallet.address,
    accountTxs: [{ walletId: wallet.id, direction: 'income' }],
  })
  expect(rig.pushLog.named('transaction:created', userId)).toHaveLength(1)
  expect(rig.pushLog.named('asset:created', userId)).toMatchObject([
    { walletId: wallet.id, amount: ether('3').toString() },
  ])
})

test('a transaction that the contract undoes fails and its fee is gone', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '5' })
  await rig.fund(wallet.address, '10', 'USDC')
  const draft = await rig.draft(userId, wallet.id, '5000000', { symbol: 'USDC' })
  await node.client.setAutomine(false)
  try {
    const sent = await rig.sendEvm(userId, wallet.id, draft)
    await rig.services.transactions.idle()
    // Between signing and mining the tokens vanish.
    const code = await node.client.getCode({ address: node.token('USDC').address })
    await node.client.setCode({ address: node.token('USDC').address, bytecode: '0x60006000fd' })
    await node.client.mine({ blocks: 1 })
    await rig.settle()
    await node.client.setCode({ address: node.token('USDC').address, bytecode: code ?? '0x' })
    const row = (await rig.listed(userId, wallet.id)).find(({ id }) => id === sent.id)
    expect(row).toMatchObject({
      status: 'failed',
      rejectReason: 'The contract undid this transaction. The network fee was paid.',
    })
    expect(BigInt(row?.fee ?? 0)).toBeGreaterThan(0n)
    expect((await rig.assetOf(userId, wallet.id))?.amount).toBe(
      (await node.balance(wallet.address)).toString(),
    )
  } finally {
    await node.client.setAutomine(true)
  }
})
