// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { fakeSigners } from '#tests/server/custody/bitcoin.ts'
import { withBitcoin } from '../points.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, openBitcoinRig, STRANGER } from './rig.ts'

const VANISHED = {
  rejectReason: 'Coins that this transaction was to spend are not there any more. Nothing was sent.',
}

/** Several attempts at one send, of which at most one gets onto the chain: what all of them spend, and would bring back. */
let regtest: Regtest
let rig: BitcoinRig
const { signers, said } = fakeSigners()
/** Bytes do not reach the node; and what happens between custody's answer to a replacement and its rows. */
const between = {
  isDown: false,
  handedIn: [] as string[],
  replaced: undefined as (() => Promise<unknown>) | undefined,
}

onRegtest(
  (both) => {
    ;({ regtest, rig } = both)
  },
  (node) =>
    openBitcoinRig(
      node,
      {},
      {
        signers,
        wrap: ({ chains, custody }) => ({
          chains: withBitcoin(chains, (chain) => ({
            async broadcast(raw) {
              between.handedIn.push(raw)
              return between.isDown ? { kind: 'unclear', reason: 'The node is down' } : chain.broadcast(raw)
            },
          })),
          custody: {
            ...custody,
            async replaceTransaction(ask) {
              const signed = await custody.replaceTransaction(ask)
              const meanwhile = between.replaced
              between.replaced = undefined
              await meanwhile?.()
              return signed
            },
          },
        }),
      },
    ),
)
afterEach(() => {
  between.isDown = false
  between.replaced = undefined
})

/** A verified wallet with coins of these values. */
const owned = async (...coins: number[]) => {
  const userId = await rig.user()
  const { id, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  await rig.deposit(...coins.map((value) => ({ address, value })))
  const row = async (txId: string) => (await rig.listed(userId, id)).find((one) => one.id === txId)
  return {
    ...{ userId, id, address, row },
    held: async () => BigInt((await rig.bitcoinOf(userId, id))?.amount ?? 0),
    reserved: async () => (await rig.bitcoinOf(userId, id))?.reserved,
    /** As far as the node. */
    async send(amount: bigint) {
      const sent = await rig.send(userId, id, amount)
      await rig.idle()
      return { id: sent.id, hash: (await row(sent.id))?.hash ?? '' }
    },
    offer: (txId: string) => rig.services.transactions.replacement(userId, id, txId),
    replace: async (txId: string, cancels: boolean, maxFee = '') =>
      rig.services.transactions.replace(await rig.caller(userId), id, txId, { cancels, maxFee }),
    open: async () => (await rig.custody.openTransactions({ walletIds: [id] })).items.map(({ txId }) => txId),
  }
}
type Owned = Awaited<ReturnType<typeof owned>>

const speedUp = async ({ offer, replace }: Owned, txId: string) =>
  replace(txId, false, (await offer(txId)).speedUp.fee)

/** Long enough for whatever is final or given up, and handed in again each time. */
const settled = async () => {
  for (let round = 0; round < 3; round += 1) {
    rig.clock.advance(31_000)
    await rig.services.transactions.resume()
    await rig.mine()
  }
}

/** Whether what is left can be sent. */
const sendsOn = async ({ send, row }: Owned, amount: bigint) => {
  const { id } = await send(amount)
  await rig.mine()
  expect(await row(id)).toMatchObject({ status: 'success' })
}

test('a coin that only a later attempt spends is free once the first one is final', async () => {
  const wallet = await owned(30_150, 20_000)
  // The first coin alone pays it; at a higher fee it needs the other one, too.
  const { id, hash } = await wallet.send(30_000n)
  between.isDown = true
  await speedUp(wallet, id)
  await rig.idle()
  expect((await wallet.row(id))?.hash).not.toBe(hash)
  // A miner had the first one.
  await rig.mine()
  between.isDown = false
  expect(await wallet.row(id)).toMatchObject({ status: 'success', hash })
  expect(await wallet.open()).toEqual([])
  expect(await wallet.held()).toBe(20_000n)
  await sendsOn(wallet, 10_000n)
})

describe('what comes back', () => {
  test('counts once, though the first attempt is seen waiting after another one was signed', async () => {
    const wallet = await owned(100_000)
    const { id } = await wallet.send(30_000n)
    await rig.tick()
    between.isDown = true
    await speedUp(wallet, id)
    await rig.idle()
    // Something new that waits has the wallet's address asked about again.
    await regtest.give([{ address: STRANGER, value: 5000 }])
    await rig.tick()
    expect((await wallet.row(id))?.outputs).toBeNull()
    await expect(wallet.send(100_000n)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
    between.isDown = false
    await rig.idle()
    await settled()
    expect(await wallet.row(id)).toMatchObject({ status: 'success' })
    await sendsOn(wallet, 20_000n)
  })

  test('of the first attempt is not spent once custody has signed another one, before any row says so', async () => {
    const wallet = await owned(100_000, 50_000)
    const { id, hash } = await wallet.send(90_000n)
    let other = ''
    between.replaced = async () => {
      other = (await rig.send(wallet.userId, wallet.id, 55_000n)).id
      await rig.idle()
      expect((await wallet.row(other))?.hash).toBeNull()
    }
    await speedUp(wallet, id)
    await rig.services.transactions.resume()
    await settled()
    expect(await wallet.row(id)).toMatchObject({ status: 'success' })
    expect((await wallet.row(id))?.hash).not.toBe(hash)
    expect(await wallet.row(other)).toMatchObject({ status: 'success' })
    await sendsOn(wallet, 2000n)
  })

  test('of an attempt that loses takes the sends down that spend it, one after the other, and keeps no coin', async () => {
    const wallet = await owned(100_000, 50_000)
    const { id, hash } = await wallet.send(90_000n)
    const raw = between.handedIn.at(-1) ?? ''
    await speedUp(wallet, id)
    await rig.idle()
    // Of what the second attempt brings back; and of what that brings back.
    const child = await wallet.send(55_000n)
    const grandchild = await wallet.send(2000n)
    // All of them are forgotten, and a miner has the first one.
    await regtest.mine()
    await regtest.reorganise(1, { forget: true })
    expect(await rig.chain.broadcast(raw)).toEqual({ kind: 'accepted' })
    await rig.mine()
    expect(await wallet.row(id)).toMatchObject({ status: 'success', hash })
    await settled()
    await settled()
    expect(child.hash && grandchild.hash).not.toBe('')
    for (const lost of [child, grandchild])
      expect(await wallet.row(lost.id)).toMatchObject({ status: 'failed', blockNumber: null, ...VANISHED })
    expect(await wallet.open()).toEqual([])
    expect(await wallet.reserved()).toBe('0')
    await sendsOn(wallet, 55_000n)
  })
})

test('a payment that the network takes back for good, after it was spent, keeps no other coin', async () => {
  const wallet = await owned(50_000)
  await rig.mine(3)
  await rig.deposit({ address: wallet.address, value: 60_000 })
  between.isDown = true
  const { id } = await wallet.send(100_000n)
  // The payer has paid somebody else with the same coin, in the block that takes its place.
  await regtest.reorganise(1, { forget: true })
  await regtest.give([{ address: STRANGER, value: 60_000 }])
  await rig.tick()
  between.isDown = false
  await rig.mine()
  await settled()
  await settled()
  expect(await wallet.row(id)).toMatchObject({ status: 'failed', blockNumber: null, ...VANISHED })
  expect(await wallet.open()).toEqual([])
  expect(await wallet.reserved()).toBe('0')
  await sendsOn(wallet, 20_000n)
})

describe('only what was done is answered as done', () => {
  test.each([
    ['speeding up', false],
    ['cancelling', true],
  ])('to %s, and the other one at the same moment', async (_, first) => {
    const wallet = await owned(100_000)
    const { id } = await wallet.send(30_000n)
    const offers = await wallet.offer(id)
    const ask = (cancels: boolean) =>
      wallet.replace(id, cancels, (cancels ? offers.cancel : offers.speedUp).fee)
    const answers = await Promise.allSettled([ask(first), ask(!first)])
    await rig.idle()
    const made = ((await wallet.row(id))?.attempts ?? []).slice(1).map(({ cancels }) => cancels)
    const done = [first, !first].filter((_one, at) => answers[at]?.status === 'fulfilled')
    expect(done).not.toEqual([])
    expect(new Set(made)).toEqual(new Set(done))
  })

  test('to cancelling, after a speed-up that the signers were away for', async () => {
    const wallet = await owned(100_000)
    const { id } = await wallet.send(30_000n)
    const { speedUp: faster, cancel } = await wallet.offer(id)
    said.isAway = true
    await expect(wallet.replace(id, false, faster.fee)).rejects.toThrow()
    said.isAway = false
    const isDone = await wallet.replace(id, true, cancel.fee).then(
      () => true,
      () => false,
    )
    await rig.idle()
    await rig.mine()
    expect((await wallet.row(id))?.status).toBe(isDone ? 'cancelled' : 'success')
  })
})
