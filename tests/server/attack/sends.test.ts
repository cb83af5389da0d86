import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Address, createTestClient, encodeFunctionData, erc20Abi, getAddress, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAUSED } from '#domain/sendrule.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { accountTxs, sends, transactions } from '#server/db/schema/transaction.ts'
import { NOT_PROPOSED } from '#server/modules/transactions/sign.ts'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from '../guardians/rig.ts'
import { withChain } from '../transactions/points.ts'
import { STRANGER } from '../transactions/rig.ts'
import * as rows from './rows.ts'

/** Whoever can write rows of transactions and sends. */
const THIEF = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const DAY = 86_400_000

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let eve: Person
/** While it is held, custody signs nothing: the attacker comes between. What it refused then is kept. */
const custody = { held: false, refusals: [] as string[], dies: false }
/** How dear gas is. */
const market = { times: 1n }
/** What a chain says more than custody knows: nonces that are taken in its mempool after custody was put back. */
const mempool = { of: '' }
let chainOf: EvmChain | undefined

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody: real }) => ({
      chains: withChain(chains, (chain) => ({
        async pendingNonce(address) {
          chainOf = chain
          return (await chain.pendingNonce(address)) + (address === mempool.of ? 1 : 0)
        },
        async fees() {
          const { normal, ...others } = await chain.fees()
          const maxFeePerGas = normal.maxFeePerGas * market.times
          return { ...others, normal: { ...normal, maxFeePerGas } }
        },
      })),
      custody: {
        ...real,
        async propose(ask) {
          const proposed = await real.propose(ask)
          if (custody.dies) throw new Error('The process ended here')
          return proposed
        },
        async signEvmTransaction(ask) {
          if (custody.held) throw new CustodyRefusal('Locked', 'Held')
          try {
            return await real.signEvmTransaction(ask)
          } catch (error) {
            if (error instanceof CustodyRefusal) custody.refusals.push(error.code)
            throw error
          }
        },
      },
    }),
  })
  ;[owner, ada, eve] = await rig.people('owner', 'ada', 'eve')
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

type Change = Parameters<typeof rows.changeSend>[2]
type Row = Partial<typeof transactions.$inferInsert>

const changeSend = (id: string, change: Change) => rows.changeSend(rig.db, id, change)
const changeRow = (id: string, change: Row) =>
  rig.db.update(transactions).set(change).where(eq(transactions.id, id))
const rowOf = async (id: string) =>
  (await rig.db.select().from(transactions).where(eq(transactions.id, id)))[0]
const sendOf = async (id: string) => (await rig.db.select().from(sends).where(eq(sends.transactionId, id)))[0]

const usdc = () => node.token('USDC').address as Address
const tokensOf = (address: string) =>
  node.client.readContract({
    address: usdc(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address as Address],
  })
const countOf = ({ address }: Safe) => node.client.getTransactionCount({ address: address as Address })

let before: { thief: bigint; stranger: bigint; tokens: bigint }
const holdings = async () => ({
  thief: await node.balance(THIEF),
  stranger: await node.balance(STRANGER),
  tokens: await tokensOf(THIEF),
})
beforeEach(async () => {
  custody.refusals.length = 0
  before = await holdings()
})
afterEach(async () => {
  custody.held = false
  expect(await holdings()).toEqual(before)
})

/** Accepted, and not signed yet. */
const held = async (safe: Safe) => {
  custody.held = true
  const sent = await rig.send(safe, '1')
  await rig.idle()
  return sent.id
}
const release = async () => {
  custody.held = false
  await rig.round()
  await rig.settle()
}
const transfer = () =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, 1_000_000n] })

const CHANGES: [string, () => Promise<Change> | Change, string][] = [
  ['another recipient', () => ({ target: THIEF }), 'TransactionChanged'],
  ['another amount', () => ({ value: ether('5').toString() }), 'TransactionChanged'],
  ['a call of a token', () => ({ target: usdc(), value: '0', data: transfer() }), 'TransactionChanged'],
  ['other data', () => ({ data: '0xdeadbeef', action: 'call' }), 'TransactionChanged'],
  ['no recipient', () => ({ target: null, data: '0x6000', action: 'creation' }), 'TransactionChanged'],
  [
    'fees above its ceiling',
    () => ({ maxFeePerGas: '90000000000000', feeCeiling: ether('5').toString() }),
    'FeeAboveCeiling',
  ],
  [
    'more gas than its ceiling pays',
    () => ({ gasLimit: '90000000', feeCeiling: ether('5').toString() }),
    'FeeAboveCeiling',
  ],
]

describe('between acceptance and signing', () => {
  let safe: Safe
  beforeAll(async () => {
    safe = await rig.safe(owner)
  })

  test.each(CHANGES)('a send whose row gets %s is not sent', async (_, change, refusal) => {
    const id = await held(safe)
    await changeSend(id, await change())
    await release()
    expect(custody.refusals).toEqual([refusal])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', hash: null })
    expect(await countOf(safe)).toBe(0)
    // Put back as it was, it stays ended.
    await changeRow(id, { status: 'broadcasting', rejectReason: null, finishedAt: null })
    await changeSend(id, {
      target: STRANGER,
      value: ether('1').toString(),
      data: '0x',
      action: 'send',
      walletId: safe.id,
      void: false,
    })
    await rig.round()
    await rig.settle()
    expect(await countOf(safe)).toBe(0)
  })

  test('a send whose row is put under another wallet is not sent', async () => {
    const other = await rig.safe(eve)
    const id = await held(safe)
    await changeSend(id, { walletId: other.id, target: THIEF })
    await release()
    expect(custody.refusals).toEqual(['UnknownTransaction'])
    // Brought back to its own wallet it is what it was, but for its recipient.
    await release()
    expect(custody.refusals).toEqual(['UnknownTransaction', 'TransactionChanged'])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', hash: null })
    expect([await countOf(safe), await countOf(other)]).toEqual([0, 0])
  })

  test('a send whose time was prolonged in its row is not sent after it', async () => {
    const id = await held(safe)
    rig.clock.advance(8 * DAY)
    await changeSend(id, { expiresAt: new Date(rig.clock.now().getTime() + DAY) })
    await release()
    expect(custody.refusals).toEqual(['Expired'])
    expect(await rowOf(id)).toMatchObject({ status: 'failed' })
    expect(await countOf(safe)).toBe(0)
  })
})

test.each([
  ['broadcasting', false],
  ['success', false],
  ['rejected', true],
  ['cancelled', true],
] as const)('what its owner cancels while its row says %s is never sent', async (status, isVoid) => {
  const safe = await rig.guarded(owner, [ada], 1)
  const { id } = await rig.send(safe, '1')
  await changeRow(id, { status })
  await changeSend(id, { void: isVoid })
  await nameOf(rig.transactions.cancel(owner, safe.id, id))
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
  expect(await sendOf(id)).toMatchObject({ void: true })
  await changeRow(id, { status: 'pending-approval' })
  await changeSend(id, { void: false })
  expect(await nameOf(rig.approve(ada, id))).not.toBe('none')
  await release()
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', hash: null })
  expect(await countOf(safe)).toBe(0)
})

test('a send takes no nonce of what waits in the mempool and custody does not know of', async () => {
  const safe = await rig.safe(owner)
  const id = await held(safe)
  // Its row may say what it likes about whose nonces are counted.
  await changeRow(id, { sender: THIEF })
  mempool.of = safe.address
  custody.held = false
  await rig.round()
  mempool.of = ''
  expect(custody.refusals).toEqual(['ChainAhead'])
  expect(await rowOf(id)).toMatchObject({ status: 'broadcasting', hash: null, note: PAUSED })
  const test = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) })
  await test.setAutomine(false)
  await rig.round()
  const counts = [await chainOf?.minedNonce(safe.address), await chainOf?.pendingNonce(safe.address)]
  await test.setAutomine(true)
  await test.mine({ blocks: 1 })
  await rig.settle()
  before.stranger += ether('1')
  expect(counts).toEqual([0, 1])
  expect(await rowOf(id)).toMatchObject({ status: 'success' })
})

describe('a row that no node would take', () => {
  test.each<[string, Change, boolean, string | undefined]>([
    ['gas for nothing', { gasLimit: '1' }, false, 'TransactionChanged'],
    ['gas for nothing, after an approval', { gasLimit: '1' }, true, 'TransactionChanged'],
    ['no fee', { maxFeePerGas: '0', maxPriorityFeePerGas: '0' }, false, 'BadInput'],
    ['hardly any fee', { maxFeePerGas: '1', maxPriorityFeePerGas: '0' }, false, 'TransactionChanged'],
    [
      'hardly any fee, after an approval',
      { maxFeePerGas: '1', maxPriorityFeePerGas: '0', guarded: false },
      true,
      undefined,
    ],
  ])('with %s does not stop what is sent next', async (_, change, guarded, refusal) => {
    const safe = guarded ? await rig.guarded(owner, [ada], 1) : await rig.safe(owner)
    custody.held = true
    const { id } = await rig.send(safe, '1')
    if (guarded) await rig.approve(ada, id)
    await rig.idle()
    await changeSend(id, change)
    await release()
    expect(custody.refusals).toEqual(refusal === undefined ? [] : [refusal])
    const isSent = refusal === undefined
    expect(await rowOf(id)).toMatchObject(isSent ? { hash: expect.any(String) } : { status: 'failed' })
    const next = await rig.send(safe, '1')
    if (guarded) await rig.approve(ada, next.id)
    await release()
    const sent = isSent ? 2 : 1
    before.stranger += ether('1') * BigInt(sent)
    expect(await countOf(safe)).toBe(sent)
  })
})

test('a send that broke off is sent again with the gas prices that custody has', async () => {
  const safe = await rig.safe(owner)
  const [asset] = await rig.services.assets.list(owner.id, safe.id)
  const draft = {
    ...{ amount: ether('1').toString(), assetId: asset?.id ?? '', description: '', gas: 'normal' as const },
    recipient: STRANGER,
  }
  const send = () => rig.transactions.sendEvm(owner, safe.id, draft, 'once')
  custody.dies = true
  market.times = 2n
  await expect(send()).rejects.toThrow('The process ended here')
  custody.dies = false
  market.times = 1n
  const { id } = await send()
  await release()
  before.stranger += ether('1')
  expect(custody.refusals).toEqual([])
  expect(await rowOf(id)).toMatchObject({ status: 'success' })
  expect(await countOf(safe)).toBe(1)
})

/** Rows of a send that nobody asked custody for, as like to a real one as can be. */
const insert = async (safe: Safe, status: 'broadcasting' | 'pending-approval', change: Change = {}) => {
  const id = randomUUID()
  const [account] = safe.accounts
  const [native] = await rig.db.select().from(tokens).where(eq(tokens.contract, ''))
  const at = rig.clock.now()
  await rig.db.insert(transactions).values({
    ...{ id, blockchain: 'redbelly:testnet', tokenId: native?.id ?? '', accountId: account?.id ?? '' },
    ...{
      sender: safe.address,
      recipient: THIEF,
      amount: ether('1').toString(),
      direction: 'outcome' as const,
    },
    ...{ status, description: '', createdAt: at },
  })
  await rig.db.insert(accountTxs).values({
    ...{
      transactionId: id,
      walletId: safe.id,
      accountId: account?.id ?? '',
      direction: 'outcome',
      createdAt: at,
    },
  })
  await rows.insertSend(rig.db, {
    ...{ transactionId: id, walletId: safe.id, blockchain: 'redbelly:testnet' },
    ...{
      addressKey: safe.address.toLowerCase(),
      walletName: safe.name,
      action: 'send' as const,
      target: THIEF,
    },
    ...{ value: ether('1').toString(), data: '0x', gas: 'normal' as const, gasLimit: '21000' },
    ...{ maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000', feeCeiling: ether('1').toString() },
    ...{ guarded: status === 'pending-approval', expiresAt: new Date(at.getTime() + DAY), ...change },
  })
  return id
}

describe('rows that are inserted', () => {
  test.each(['broadcasting', 'pending-approval'] as const)('as %s are not sent, and end', async (status) => {
    const safe = await rig.safe(owner)
    const ids = [await insert(safe, status), await insert(safe, status, { nonce: 0, guarded: false })]
    await rig.round()
    await rig.settle()
    if (status === 'broadcasting')
      expect(custody.refusals).toEqual(['UnknownTransaction', 'UnknownTransaction'])
    for (const id of ids) {
      expect(await rowOf(id)).toMatchObject({ status: 'failed', hash: null, rejectReason: NOT_PROPOSED })
      expect(await sendOf(id)).toMatchObject({ void: true, raw: null })
    }
    expect(await countOf(safe)).toBe(0)
  })

  test('beside guardians are shown to none of them, and are not sent', async () => {
    const safe = await rig.guarded(owner, [ada], 1)
    const id = await insert(safe, 'pending-approval')
    await rig.round()
    expect((await rig.approvals.list(ada.id)).filter(({ txId }) => txId === id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', rejectReason: NOT_PROPOSED })
  })
})

describe('a guarded send', () => {
  test.each([
    ['another recipient', { target: THIEF }],
    ['another amount', { value: ether('5').toString() }],
  ])('that gets %s after the approval is not sent', async (_, change) => {
    const safe = await rig.guarded(owner, [ada], 1)
    custody.held = true
    const { id } = await rig.send(safe, '1')
    await rig.approve(ada, id)
    await rig.idle()
    await changeSend(id, change)
    await release()
    expect(custody.refusals).toEqual(['TransactionChanged'])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', hash: null })
    expect(await countOf(safe)).toBe(0)
  })

  test('that is said to need nobody is not sent without its guardian', async () => {
    const safe = await rig.guarded(owner, [ada], 1)
    const { id } = await rig.send(safe, '1')
    await changeRow(id, { status: 'broadcasting', approvalConsensus: null })
    await changeSend(id, { guarded: false })
    await rig.round()
    await rig.settle()
    expect(custody.refusals).toEqual(['ApprovalMissing'])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', hash: null })
    expect(await countOf(safe)).toBe(0)
  })

  test.each(['broadcasting', 'pending-approval'] as const)(
    'that its owner cancelled is not sent when its row says %s again',
    async (status) => {
      const safe = await rig.guarded(owner, [ada], 1)
      custody.held = true
      const { id } = await rig.send(safe, '1')
      await rig.approve(ada, id)
      await rig.idle()
      await rig.transactions.cancel(owner, safe.id, id)
      await changeRow(id, { status, rejectReason: null, finishedAt: null })
      await changeSend(id, { void: false })
      await release()
      expect(await rowOf(id)).toMatchObject({ status: 'cancelled', hash: null })
      expect(await sendOf(id)).toMatchObject({ void: true, raw: null })
      expect(await countOf(safe)).toBe(0)
    },
  )
})

test('a send that is on its chain is not sent again, whatever its rows forget', async () => {
  const safe = await rig.safe(owner)
  const sent = await rig.send(safe, '1')
  await rig.settle()
  const { hash } = (await rowOf(sent.id)) ?? {}
  before.stranger += ether('1')
  await changeRow(sent.id, {
    ...{ status: 'broadcasting', hash: null, blockNumber: null, blockHash: null, finishedAt: null },
  })
  await changeSend(sent.id, {
    nonce: null,
    raw: null,
    broadcastAt: null,
    target: THIEF,
    value: '7',
    gasLimit: '50000',
  })
  await rig.round()
  await rig.settle()
  expect(await rowOf(sent.id)).toMatchObject({ hash })
  expect(await countOf(safe)).toBe(1)
})
