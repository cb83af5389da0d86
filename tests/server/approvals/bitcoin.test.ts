import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ABOVE_APPROVED } from '#server/modules/transactions/replace.ts'
import { FEES_ABOVE } from '#server/modules/transactions/sign.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { startNode, type TestNode } from '#tests/server/chains/node.ts'
import { fakeSigners } from '#tests/server/custody/bitcoin.ts'
import { openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { STRANGER } from '#tests/server/transactions/bitcoin/rig.ts'
import { withBitcoin } from '#tests/server/transactions/points.ts'

let node: TestNode
let regtest: Regtest
let rig: Rig
let owner: Person
let ada: Person
/** How dear a place in a block is. */
const market = { times: 1n }

beforeAll(async () => {
  node = await startNode()
  regtest = await startRegtest({ log: pino({ level: 'silent' }) })
  rig = await openRig({
    node,
    bitcoin: { url: regtest.url, signers: fakeSigners().signers },
    wrap: ({ chains, custody }) => ({
      custody,
      chains: withBitcoin(chains, (chain) => ({
        async fees() {
          const { slow, normal, fast } = await chain.fees()
          const { times } = market
          return { slow: slow * times, normal: normal * times, fast: fast * times }
        },
      })),
    }),
  })
  ;[owner, ada] = await rig.people('owner', 'ada')
})
afterAll(async () => {
  await rig?.stop()
  await regtest?.stop()
  await node?.stop()
})

const mine = async () => {
  await rig.idle()
  await regtest.mine()
  await rig.settle()
  await rig.idle()
}

const waiting = async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  await rig.services.wallets.resume()
  const account = (await rig.services.wallets.find(safe.id))?.accounts.find(
    ({ network }) => network === 'regtest',
  )
  const address = account?.address ?? ''
  await regtest.give([{ address, value: 100_000 }])
  await mine()
  const bitcoin = async () =>
    (await rig.services.assets.list(owner.id, safe.id)).find(({ symbol }) => symbol === 'btc')
  const draft = {
    ...{ amount: '30000', assetId: (await bitcoin())?.id ?? '', description: 'Rent', gas: 'normal' as const },
    recipient: STRANGER,
  }
  const { id, status } = await rig.transactions.sendBitcoin(owner, safe.id, draft)
  expect(status).toBe('pending-approval')
  await rig.idle()
  return { safe, id, address, bitcoin, draft }
}

test('waits for its guardian, who reads what custody has, and is then sent within the fee that was approved', async () => {
  const { safe, id, bitcoin } = await waiting()
  const [card] = (await rig.approvals.list(ada.id)).filter(({ txId }) => txId === id)
  expect(card).toMatchObject({
    ...{ kind: 'send', blockchain: 'bitcoin:regtest', amount: '30000', assetSymbol: 'btc' },
    ...{ recipient: STRANGER, feeSymbol: 'BTC', assetDecimals: 8 },
  })
  const reserved = BigInt((await bitcoin())?.reserved ?? 0)
  expect(reserved).toBe(30_000n + BigInt(card?.feeCeiling ?? 0))
  await rig.approve(ada, id)
  await mine()
  const done = await rig.transaction(safe, id)
  expect(done).toMatchObject({ status: 'success', amount: '30000' })
  expect(BigInt(done.fee ?? 0)).toBeLessThanOrEqual(BigInt(card?.feeCeiling ?? 0))
  expect(await bitcoin()).toMatchObject({
    reserved: '0',
    amount: (70_000n - BigInt(done.fee ?? 0)).toString(),
  })
})

test('waits on where fees are above what was approved, and goes when they fall', async () => {
  const { safe, id } = await waiting()
  market.times = 10n
  await rig.approve(ada, id)
  await rig.round()
  expect((await rig.transaction(safe, id)).approval?.note).toBe(FEES_ABOVE)
  market.times = 1n
  await rig.round()
  await mine()
  expect(await rig.transaction(safe, id)).toMatchObject({ status: 'success' })
})

test('that is cancelled leaves all of the balance free', async () => {
  const { safe, id, bitcoin, draft } = await waiting()
  await expect(
    rig.transactions.sendBitcoin(owner, safe.id, { ...draft, amount: '60000' }),
  ).resolves.toBeDefined()
  await expect(
    rig.transactions.sendBitcoin(owner, safe.id, { ...draft, amount: '10000' }),
  ).rejects.toMatchObject({
    name: 'InsufficientFundsError',
  })
  const before = BigInt((await bitcoin())?.reserved ?? 0)
  expect(await rig.transactions.cancel(owner, safe.id, id)).toMatchObject({ status: 'cancelled' })
  expect(before - BigInt((await bitcoin())?.reserved ?? 0)).toBeGreaterThan(30_000n)
})

test('hangs beyond its time: it is sped up within what was approved, and cancelled for four times that', async () => {
  const { safe, id, bitcoin } = await waiting()
  await rig.approve(ada, id)
  await rig.idle()
  rig.clock.advance(8 * 86_400_000)
  const offer = () => rig.transactions.replacement(owner.id, safe.id, id)
  const replace = (cancels: boolean, maxFee = '1000000') =>
    rig.transactions.replace(owner, safe.id, id, { cancels, maxFee })
  market.times = 100n
  const { ceiling = '', fee = '', speedUp, cancel } = await offer()
  expect(BigInt(ceiling)).toBe(2n * BigInt(fee))
  expect(BigInt(speedUp.fee ?? 0)).toBeGreaterThan(BigInt(fee))
  expect(BigInt(speedUp.fee ?? 0)).toBeLessThanOrEqual(BigInt(ceiling))
  expect(BigInt(cancel.fee ?? 0)).toBe(4n * BigInt(ceiling))
  await replace(false)
  await rig.idle()
  expect((await offer()).speedUp).toEqual({ why: ABOVE_APPROVED })
  await expect(replace(false)).rejects.toMatchObject({ message: ABOVE_APPROVED })
  await replace(true, cancel.fee)
  market.times = 1n
  await mine()
  expect(await rig.transaction(safe, id)).toMatchObject({
    ...{ status: 'cancelled', fee: cancel.fee, amount: '30000' },
    rejectReason: 'Cancelled on the network. The fee was paid.',
  })
  expect(await bitcoin()).toMatchObject({
    reserved: '0',
    amount: (100_000n - BigInt(cancel.fee ?? 0)).toString(),
  })
})

test('hangs, and its guardian approves a higher fee: it is paid once, within that', async () => {
  const { safe, id, bitcoin } = await waiting()
  await rig.approve(ada, id)
  await rig.idle()
  market.times = 100n
  const offer = () => rig.transactions.replacement(owner.id, safe.id, id)
  await rig.transactions.replace(owner, safe.id, id, { cancels: false, maxFee: '1000000' })
  await rig.idle()
  // What it would cost is more than it has, and no more is asked for.
  market.times = 20n
  const { anew, ceiling = '' } = await offer()
  expect(anew).toMatchObject({ required: 1 })
  await rig.transactions.askHigherFee(owner, safe.id, id, { maxFee: anew?.ceiling ?? '' })
  const card = (await rig.approvals.list(ada.id)).find(({ raises }) => raises?.txId === id)
  expect(card).toMatchObject({
    ...{ amount: '30000', recipient: STRANGER, feeCeiling: anew?.ceiling, assetSymbol: 'btc' },
    raises: { txId: id, feeCeiling: ceiling },
  })
  await rig.approve(ada, card?.txId ?? '')
  await rig.idle()
  expect((await rig.transaction(safe, id)).attempts).toHaveLength(3)
  market.times = 1n
  await mine()
  const done = await rig.transaction(safe, id)
  expect(done).toMatchObject({ status: 'success', amount: '30000' })
  expect(BigInt(done.fee ?? 0)).toBeGreaterThan(BigInt(ceiling))
  expect(BigInt(done.fee ?? 0)).toBeLessThanOrEqual(BigInt(anew?.ceiling ?? 0))
  expect(await bitcoin()).toMatchObject({
    reserved: '0',
    amount: (70_000n - BigInt(done.fee ?? 0)).toString(),
  })
})
