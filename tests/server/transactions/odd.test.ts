import { randomUUID } from 'node:crypto'
import { type Abi, type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '#contract/transaction.ts'
import { digestOf } from '#server/custody/custody.ts'
import { chainCursors } from '#server/db/schema/chain.ts'
import coinArtifact from '#server/sandbox/contracts/OddCoin.json' with { type: 'json' }
import itemsArtifact from '#server/sandbox/contracts/OddItems.json' with { type: 'json' }
import tokenArtifact from '#server/sandbox/contracts/OddToken.json' with { type: 'json' }
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { withChain } from './points.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

/** Ways of OddToken to behave. */
const [FEE, REFUSES, SILENT, NO_DECIMALS, NO_NAMES, RAW_NAMES, QUIET, LIES] = [1, 2, 4, 8, 16, 32, 64, 128]
const REFUSED = "The token's contract refused the transfer. Nothing moved; the network fee was paid."
const LOOKALIKE = getAddress('0x000000000000000000000000000000000001dead')

let node: TestNode
let rig: Rig
let dev: Address

beforeAll(async () => {
  node = await startNode()
  // Ahead of the clock, which passes a second whenever the rig has looked.
  await node.client.setBlockTimestampInterval({ interval: 5 })
  rig = await openRig({ node })
  const [first] = await node.client.getAddresses()
  if (!first) throw new Error('The node has no accounts')
  dev = first
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

type Wallet = Awaited<ReturnType<Rig['wallet']>>
type Person = { userId: string; wallet: Wallet }

const person = async (coins = '10'): Promise<Person> => {
  const userId = await rig.user()
  return { userId, wallet: await rig.wallet(userId, { coins }) }
}

const deploy = (name: string, symbol: string, decimals: bigint | number, ways = 0) =>
  node.deploy(tokenArtifact.abi, tokenArtifact.bytecode, [name, symbol, decimals, ways])

const encode = (functionName: string, args: unknown[] = []): Hex => {
  const abi = [...tokenArtifact.abi, ...coinArtifact.abi, ...itemsArtifact.abi].filter(
    (part) => part.type === 'function' && part.inputs?.length === args.length,
  ) as Abi
  return encodeFunctionData({ abi, functionName, args })
}

/** A stranger's transaction, in a block of its own. */
const stranger = (to: Address, functionName: string, args: unknown[] = [], value = 0n): Promise<Hex> =>
  node.send({ to, data: encode(functionName, args), value })

/** What a dApp asks for and the owner confirms, carried as far as it gets. */
const call = async ({ userId, wallet }: Person, to: Address, data: Hex, value = 0n): Promise<string> => {
  const asked = { blockchain: 'redbelly:testnet' as const, to, value, data }
  const order = {
    requestId: randomUUID(),
    digest: digestOf({ walletId: wallet.id, ...asked, method: 'eth_sendTransaction' }),
    ...{ ...asked, gas: undefined, description: 'dApp' },
    expiresAt: new Date(rig.clock.now().getTime() + 600_000),
    claim: { make: async () => undefined, isMade: async () => true },
  }
  const own = await rig.services.wallets.own(userId, wallet.id)
  const { grant } = await rig.caller(userId)
  const id = await rig.services.transactions.call(own, order, grant)
  await rig.services.transactions.carry(id)
  rig.clock.advance(10)
  await rig.settle()
  return id
}

const balanceOf = (token: Address, owner: string) =>
  node.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner as Address],
  })

const rows = ({ userId, wallet }: Person) => rig.listed(userId, wallet.id)
const rowsOf = async (who: Person, symbol: string) =>
  (await rows(who)).filter(({ assetSymbol }) => assetSymbol === symbol)

const total = (list: readonly Transaction[]): bigint =>
  list.reduce(
    (sum, { direction, amount, status }) =>
      status === 'success' ? sum + (direction === 'income' ? BigInt(amount) : -BigInt(amount)) : sum,
    0n,
  )

/** List, balance and Activity against the chain. */
const expectTrue = async (who: Person, token: Address, symbol: string): Promise<void> => {
  const all = await rows(who)
  const assets = await rig.services.assets.list(who.userId, who.wallet.id)
  const held = await balanceOf(token, who.wallet.address)
  expect(BigInt(assets.find(({ address }) => address === token)?.amount ?? 0)).toBe(held)
  expect(total(all.filter(({ assetSymbol }) => assetSymbol === symbol))).toBe(held)
  const fees = all.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n)
  const coins = await node.balance(who.wallet.address)
  expect(BigInt(assets.find(({ type }) => !type)?.amount ?? 0)).toBe(coins)
  expect(total(all.filter(({ assetSymbol }) => assetSymbol === 'rbnt')) - fees).toBe(coins)
  const keys = all.flatMap(({ hash, assetSymbol }) => (hash ? [`${hash} ${assetSymbol}`] : []))
  expect(new Set(keys).size).toBe(keys.length)
}

const cursor = async () => {
  const [found] = await rig.db.select().from(chainCursors)
  if (!found) throw new Error('There is no cursor')
  return found
}

/** Reads everything since `from` once more. */
const expectSameAgain = async (who: Person, from: Awaited<ReturnType<typeof cursor>>): Promise<void> => {
  const before = await rows(who)
  const said = rig.pushLog.events.length
  await rig.db.update(chainCursors).set(from)
  await rig.restart()
  await rig.settle()
  expect(await rows(who)).toEqual(before)
  expect(rig.pushLog.events.slice(said)).toEqual([])
}

const plain = { name: 'Plain', decimals: 18n, ways: 0, symbol: undefined as string | undefined }
const odd: Record<string, Partial<typeof plain>> = {
  'that takes a fee, with an endless name': { ways: FEE, name: 'long '.repeat(2000) },
  'that moves without a log': { ways: QUIET },
  'that answers nothing, with names of 32 raw bytes': { ways: SILENT | RAW_NAMES },
  'without decimals and names': { ways: NO_DECIMALS | NO_NAMES, symbol: 'TOKEN' },
  'whose names look like numbers, with 0 decimals': {
    ...{ name: '0xdAC17F958D2ee523a2206206994597C13D831ec7', symbol: '0x1e5', decimals: 0n },
  },
  'with 77 decimals': { decimals: 77n },
}

describe.each(Object.entries(odd))('a token %s', (title, about) => {
  test('is received, sent, spent by allowance and reorganised as the chain has it', async () => {
    const { name, decimals, ways, symbol = `T${Object.keys(odd).indexOf(title)}` } = { ...plain, ...about }
    const quiet = ways === QUIET
    const fee = ways === FEE
    const token = await deploy(name, symbol, decimals, quiet ? 0 : ways)
    const who = await person()
    const { userId, wallet } = who
    const begin = await cursor()
    await stranger(token, 'mint', [wallet.address, 5000n])
    await stranger(token, 'mint', [dev, 5000n])
    await rig.settle()
    await expectTrue(who, token, symbol)
    const asset = await rig.assetOf(userId, wallet.id, symbol)
    expect(asset?.decimals).toBe((ways & NO_DECIMALS) !== 0 ? null : Number(decimals))
    expect((await rowsOf(who, symbol))[0]).toMatchObject({
      direction: 'income',
      amount: '5000',
      amountInUsd: null,
    })

    const data = encode('transfer', [wallet.address, 1000n])
    await node.client.sendTransaction({ account: dev, chain: null, to: token, data })
    if (quiet) await stranger(token, 'become', [QUIET])
    await rig.settle()
    await expectTrue(who, token, symbol)

    const before = await balanceOf(token, STRANGER)
    const snapshot = await node.client.snapshot()
    const sent = await rig.send(userId, wallet.id, 3000n, { symbol })
    await rig.settle()
    await expectTrue(who, token, symbol)
    const arrived = fee ? 2970n : 3000n
    expect((await balanceOf(token, STRANGER)) - before).toBe(arrived)
    expect(await rowsOf(who, symbol)).toMatchObject([
      { id: sent.id, direction: 'outcome', status: 'success', amount: '3000', recipient: STRANGER },
      { direction: 'income', amount: fee ? '990' : '1000' },
      { direction: 'income', amount: '5000' },
    ])

    await stranger(token, 'become', [quiet ? 0 : ways])
    await call(who, token, encode('approve', [dev, 700n]))
    await node.client.sendTransaction({
      ...{ account: dev, chain: null, to: token },
      data: encode('transferFrom', [wallet.address, STRANGER, 700n]),
    })
    await rig.settle()
    await expectTrue(who, token, symbol)
    expect((await rowsOf(who, symbol))[0]).toMatchObject({
      ...{ direction: 'outcome', amount: '700', recipient: STRANGER, status: 'success', fee: null },
      description: 'Not signed by this wallet',
    })
    await expectSameAgain(who, begin)

    // Its own come again with the same hash; the spender's does not.
    await node.client.revert({ id: snapshot })
    await node.client.mine({ blocks: 3 })
    await rig.settle()
    await rig.services.transactions.resume()
    await rig.settle()
    await expectTrue(who, token, symbol)
    expect(await rowsOf(who, symbol)).toMatchObject([
      { amount: '700', status: 'failed' },
      { id: sent.id, status: 'success', amount: '3000', direction: 'outcome' },
      { status: 'success' },
      { status: 'success' },
    ])
  })
})

describe('a send whose token does not move', () => {
  test('is refused at once when the contract says no before', async () => {
    const who = await person()
    const token = await deploy('No', 'NO', 18)
    await stranger(token, 'mint', [who.wallet.address, 100n])
    await stranger(token, 'become', [REFUSES])
    await rig.settle()
    await expect(rig.send(who.userId, who.wallet.id, 40n, { symbol: 'NO' })).rejects.toThrow(
      "The token's contract refuses this transfer.",
    )
    expect(await rows(who)).toHaveLength(2)
  })

  test.each([
    ['answers false', REFUSES],
    ['lies in its log', LIES],
  ])('has failed, in words, when the contract %s', async (_, ways) => {
    const who = await person()
    const { userId, wallet } = who
    const symbol = `FALSE${ways}`
    const token = await deploy('False', symbol, 18)
    await stranger(token, 'mint', [wallet.address, 100n])
    await rig.settle()
    const begin = await cursor()
    await node.client.setAutomine(false)
    const sent = await rig.send(userId, wallet.id, 40n, { symbol })
    await rig.services.transactions.idle()
    // After it was accepted and before it is mined: the fourth of its slots.
    await node.client.setStorageAt({ address: token, index: 3, value: toHex(ways, { size: 32 }) })
    await node.client.setAutomine(true)
    await node.client.mine({ blocks: 1 })
    await rig.settle()
    expect((await rows(who))[0]).toMatchObject({
      ...{ id: sent.id, status: 'failed', amount: '40', rejectReason: REFUSED, fee: expect.any(String) },
    })
    await expectTrue(who, token, symbol)
    await expectSameAgain(who, begin)
  })
})

test('a balance that changes by itself is followed, and no row is made up', async () => {
  const who = await person()
  const token = await deploy('Rebase', 'RB', 18)
  await stranger(token, 'mint', [who.wallet.address, 1000n])
  await rig.settle()
  for (const [rate, amount] of [
    [1500n, '1500'],
    [200n, '200'],
  ] as const) {
    await stranger(token, 'rebase', [rate])
    // Looking at the list is enough.
    await rig.assetOf(who.userId, who.wallet.id, 'RB')
    await rig.settle()
    expect((await rig.assetOf(who.userId, who.wallet.id, 'RB'))?.amount).toBe(amount)
  }
  expect(await rowsOf(who, 'RB')).toHaveLength(1)
})

test('a coin that is wrapped is in the list, and unwrapped it comes back', async () => {
  const who = await person()
  const { userId, wallet } = who
  const coin = await node.deploy(coinArtifact.abi, coinArtifact.bytecode)
  const begin = await cursor()
  const snapshot = await node.client.snapshot()
  const wrapped = await call(who, coin, encode('deposit'), ether('4'))
  await expectTrue(who, coin, 'WCOIN')
  expect(await rows(who)).toMatchObject([
    { assetSymbol: 'WCOIN', direction: 'income', amount: ether('4').toString(), sender: coin },
    {
      id: wrapped,
      assetSymbol: 'rbnt',
      direction: 'outcome',
      amount: ether('4').toString(),
      recipient: coin,
    },
    { assetSymbol: 'rbnt', direction: 'income' },
  ])
  await rig.settle()
  expect((await rig.assetOf(userId, wallet.id, 'WCOIN'))?.amount).toBe(ether('4').toString())

  const unwrapped = await call(who, coin, encode('withdraw', [ether('1')]))
  await expectTrue(who, coin, 'WCOIN')
  expect((await rows(who)).slice(0, 2)).toMatchObject([
    { assetSymbol: 'WCOIN', direction: 'outcome', amount: ether('1').toString(), recipient: coin },
    { id: unwrapped, assetSymbol: 'rbnt', direction: 'income', amount: ether('1').toString(), sender: coin },
  ])
  await expectSameAgain(who, begin)

  await node.client.revert({ id: snapshot })
  await node.client.mine({ blocks: 4 })
  await node.client.setAutomine(false)
  await rig.services.transactions.tick()
  await expect(rig.listed(userId, wallet.id)).resolves.toMatchObject([
    { assetSymbol: 'WCOIN', status: 'failed' },
    { id: unwrapped, status: 'broadcasting', direction: 'outcome', amount: '0', recipient: coin },
    { assetSymbol: 'WCOIN', status: 'failed' },
    { id: wrapped, status: 'broadcasting', direction: 'outcome' },
    {},
  ])
  await node.client.setAutomine(true)
  await rig.services.transactions.resume()
  await rig.settle()
  await expectTrue(who, coin, 'WCOIN')
  expect((await rows(who)).map(({ status }) => status)).toEqual(Array(5).fill('success'))
})

describe('coins that a contract pays inside a call', () => {
  test('come with their transaction, by the traces of the node', async () => {
    const who = await person()
    const coin = await node.deploy(coinArtifact.abi, coinArtifact.bytecode)
    const begin = await cursor()
    const hash = await stranger(coin, 'pay', [who.wallet.address], ether('2'))
    await stranger(coin, 'payInVain', [who.wallet.address], ether('3'))
    await rig.assetOf(who.userId, who.wallet.id)
    await rig.settle()
    await expectTrue(who, coin, 'WCOIN')
    expect(await rows(who)).toMatchObject([
      { hash, direction: 'income', amount: ether('2').toString(), sender: coin, status: 'success' },
      {},
    ])
    // What is given back in the same transaction makes it cheaper.
    const id = await call(who, coin, encode('giveChange'), ether('1'))
    await expectTrue(who, coin, 'WCOIN')
    expect((await rows(who))[0]).toMatchObject({ id, direction: 'outcome', amount: ether('0.5').toString() })
    await expectSameAgain(who, begin)
  })

  test('are received in their block where the node has no traces', async () => {
    await rig.restart(({ chains, custody }) => ({
      chains: withChain(chains, () => ({ payments: async () => undefined })),
      custody,
    }))
    const who = await person()
    const coin = await node.deploy(coinArtifact.abi, coinArtifact.bytecode)
    const begin = await cursor()
    const snapshot = await node.client.snapshot()
    await node.client.mine({ blocks: 30 })
    await stranger(coin, 'pay', [who.wallet.address], ether('2'))
    const { number } = await node.client.getBlock()
    await node.client.mine({ blocks: 70 })
    await rig.assetOf(who.userId, who.wallet.id)
    await rig.settle()
    await expectTrue(who, coin, 'WCOIN')
    const row = {
      ...{ hash: null, sender: null, recipient: who.wallet.address, direction: 'income', fee: undefined },
      ...{ amount: ether('2').toString(), description: `Received in block ${number}`, status: 'success' },
    }
    expect((await rows(who))[0]).toMatchObject(row)
    const before = await rows(who)
    await rig.db.update(chainCursors).set(begin)
    await rig.settle()
    expect(await rows(who)).toEqual(before)

    // The fee of an own transaction is no payment, and hides none.
    await call(who, coin, encode('deposit'), ether('1'))
    await call(who, coin, encode('withdraw', [ether('1')]))
    await expectTrue(who, coin, 'WCOIN')
    await node.client.revert({ id: snapshot })
    await node.client.mine({ blocks: 2 })
    await rig.settle()
    expect((await rows(who)).find(({ description }) => description === row.description)).toMatchObject({
      ...{ status: 'failed', rejectReason: 'The network took this transaction back.' },
    })
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
  })
})

describe('a contract of strangers', () => {
  test('writes no row by a log alone, whatever it planted before', async () => {
    const who = await person()
    const { wallet } = who
    const token = await deploy('USD Coin', 'USDC', 6)
    await stranger(token, 'mint', [wallet.address, 1n])
    await rig.settle()
    const before = await rows(who)
    await stranger(token, 'pretend', [wallet.address, LOOKALIKE, 5000n])
    await stranger(token, 'pretend', [LOOKALIKE, wallet.address, 5000n])
    await rig.settle()
    expect(await rows(who)).toEqual(before)
    expect(before[0]).toMatchObject({ amount: '1', amountInUsd: null })
    await expectTrue(who, token, 'USDC')
  })

  test('that takes its own coins back is shown without the recipient it names', async () => {
    const who = await person()
    const token = await deploy('Planted', 'PLANT', 6)
    await stranger(token, 'mint', [who.wallet.address, 100n])
    await stranger(token, 'seize', [who.wallet.address, LOOKALIKE, 60n])
    await rig.settle()
    await expectTrue(who, token, 'PLANT')
    expect((await rowsOf(who, 'PLANT'))[0]).toMatchObject({
      direction: 'outcome',
      amount: '60',
      recipient: null,
    })
  })

  test('mints and burns', async () => {
    const who = await person()
    const token = await deploy('Mint', 'MNT', 6)
    await stranger(token, 'mint', [who.wallet.address, 100n])
    await stranger(token, 'burn', [who.wallet.address, 100n])
    await rig.settle()
    const zero = '0x0000000000000000000000000000000000000000'
    expect(await rowsOf(who, 'MNT')).toMatchObject([
      { direction: 'outcome', amount: '100', recipient: zero },
      { direction: 'income', amount: '100', sender: zero },
    ])
    await expectTrue(who, token, 'MNT')
  })

  test('an ERC-1155 disturbs nothing and is refused in words', async () => {
    const who = await person()
    const { userId, wallet } = who
    const items = await node.deploy(itemsArtifact.abi, itemsArtifact.bytecode)
    await stranger(items, 'mint', [wallet.address, 7n, 3n, false])
    await stranger(items, 'mintBatch', [wallet.address, [1n, 2n], [5n, 6n]])
    await rig.settle()
    expect(await rows(who)).toHaveLength(1)
    await stranger(items, 'mint', [wallet.address, 7n, 2n, true])
    await rig.settle()
    const asset = await rig.assetOf(userId, wallet.id, 'ITEMS')
    expect(asset?.amount).toBe('5')
    await expect(rig.send(userId, wallet.id, 1n, { symbol: 'ITEMS' })).rejects.toThrow(
      'This is an ERC-1155 token. Countersign cannot send those.',
    )
    await rig.fund(wallet.address, '1')
    expect((await rig.assetOf(userId, wallet.id))?.amount).toBe(ether('11').toString())
  })
})

test('a transfer with a fee between two wallets of one server is one row in each, with what each lost and got', async () => {
  const from = await person()
  const to = await person()
  const token = await deploy('Fee', 'FEE', 6, FEE)
  await stranger(token, 'mint', [from.wallet.address, 1000n])
  await rig.settle()
  await rig.send(from.userId, from.wallet.id, 500n, { symbol: 'FEE', recipient: to.wallet.address })
  await rig.settle()
  await expectTrue(from, token, 'FEE')
  await expectTrue(to, token, 'FEE')
  expect(await rowsOf(to, 'FEE')).toMatchObject([{ direction: 'income', amount: '495', status: 'success' }])
})

test('what goes to oneself is sent as well', async () => {
  const who = await person()
  const { userId, wallet } = who
  const token = await deploy('Self', 'SELF', 6)
  await stranger(token, 'mint', [wallet.address, 100n])
  await rig.settle()
  await rig.send(userId, wallet.id, 40n, { symbol: 'SELF', recipient: wallet.address })
  await rig.settle()
  await rig.send(userId, wallet.id, ether('1'), { recipient: wallet.address })
  await rig.settle()
  expect((await rows(who)).slice(0, 2)).toMatchObject([
    { status: 'success', amount: ether('1').toString(), recipient: wallet.address },
    { status: 'success', amount: '40', recipient: wallet.address },
  ])
  expect((await rig.assetOf(userId, wallet.id, 'SELF'))?.amount).toBe('100')
})

test('a node that forgot the state of old blocks is believed by its logs', async () => {
  await rig.restart(({ chains, custody }) => ({
    chains: withChain(chains, () => ({ held: async () => undefined })),
    custody,
  }))
  const who = await person()
  const { userId, wallet } = who
  const token = await deploy('Forgotten', 'FORGOT', 6)
  await stranger(token, 'mint', [wallet.address, 100n])
  await rig.settle()
  const sent = await rig.send(userId, wallet.id, 40n, { symbol: 'FORGOT' })
  await rig.settle()
  await stranger(token, 'pretend', [wallet.address, LOOKALIKE, 5000n])
  await rig.settle()
  await expectTrue(who, token, 'FORGOT')
  expect(await rowsOf(who, 'FORGOT')).toMatchObject([
    { id: sent.id, amount: '40', status: 'success' },
    { amount: '100' },
  ])
  await rig.restart()
})
