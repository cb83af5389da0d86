import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountTxs,
  attempts,
  bitcoinSends,
  coins,
  sends,
  transactions,
} from '#server/db/schema/transaction.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { fakeSigners } from '#tests/server/custody/bitcoin.ts'
import { makePurse } from '../chains/bitcoin/purse.ts'
import { type BitcoinRig, openBitcoinRig } from '../transactions/bitcoin/rig.ts'

/**
 * Whoever could write rows for a moment, and is gone again. He has no coin; but what is in the wallet's address on the
 * chain has to be its owner's to send.
 */

let regtest: Regtest
let rig: BitcoinRig
const { signers } = fakeSigners()

beforeAll(async () => {
  regtest = await startRegtest({ log: pino({ level: 'silent' }) })
  rig = await openBitcoinRig(regtest, {}, { signers })
})
afterAll(async () => {
  await rig?.stop()
  await regtest?.stop()
})

const owned = async (...values: number[]) => {
  const userId = await rig.user()
  const { id, bitcoin: address, accounts } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  await rig.deposit(...values.map((value) => ({ address, value })))
  const accountId = accounts.find(({ network }) => network === 'regtest')?.id ?? ''
  const row = async (txId: string) => (await rig.listed(userId, id)).find((one) => one.id === txId)
  const held = async () => BigInt((await rig.bitcoinOf(userId, id))?.amount ?? 0)
  const send = (amount: bigint, recipient?: string) =>
    rig.send(userId, id, amount, recipient === undefined ? {} : { recipient })
  const onChain = async () => (await rig.chain.unspent(address)).reduce((sum, { value }) => sum + value, 0n)
  const offer = (txId: string) => rig.services.transactions.replacement(userId, id, txId)
  const replace = async (txId: string, cancels: boolean, maxFee = '') =>
    rig.services.transactions.replace(await rig.caller(userId), id, txId, { cancels, maxFee })
  return { userId, id, address, accountId, row, held, send, onChain, offer, replace }
}
type Owned = Awaited<ReturnType<typeof owned>>

/** Long enough for whatever gives up, and with a new process. */
const long = async () => {
  for (let round = 0; round < 4; round += 1) {
    rig.clock.advance(60_000)
    await rig.services.transactions.resume()
    await rig.mine()
  }
  await rig.restart()
  await rig.mine()
}

const isTheirs = async (wallet: Owned, amount: bigint) => {
  const there = await wallet.onChain()
  expect(there).toBeGreaterThan(amount)
  expect(await wallet.held()).toBe(there)
  const next = await wallet.send(amount)
  await rig.mine()
  await rig.mine()
  expect(await wallet.row(next.id)).toMatchObject({ status: 'success' })
}

test('rows of coins, deleted: the chain has them, so they are there again', async () => {
  const wallet = await owned(100_000)
  await rig.db.delete(coins).where(eq(coins.accountId, wallet.accountId))
  await long()
  await isTheirs(wallet, 20_000n)
})

test('a send whose first attempt waits is not said to be over, whatever rows of coins say', async () => {
  const wallet = await owned(100_000)
  const payee = makePurse(77)
  const sent = await wallet.send(30_000n, payee.address)
  await rig.idle()
  const { hash: first = '' } = (await wallet.row(sent.id)) ?? {}
  // The payee spends it at once at a high fee: whatever would replace it has to pay for that, too.
  const child = payee.spend(
    [{ txid: first ?? '', vout: 0, value: 30_000n }],
    [{ address: payee.address, value: 5_000n }],
  )
  expect(await rig.chain.broadcast(child.raw)).toEqual({ kind: 'accepted' })
  const { speedUp } = await wallet.offer(sent.id)
  await wallet.replace(sent.id, false, speedUp.fee)
  await rig.idle()
  expect(await rig.chain.knows(first ?? '')).toBe(true)
  // His row of the coin goes. Blocks come without the first attempt, which waits all the time.
  await rig.db.delete(coins).where(eq(coins.accountId, wallet.accountId))
  for (let round = 0; round < 3; round += 1) {
    rig.clock.advance(60_000)
    await rig.services.transactions.resume()
    await rig.idle()
    await regtest.mine(1, { empty: true })
    await rig.tick()
  }
  expect(await rig.chain.knows(first ?? '')).toBe(true)
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'broadcasting' })
})

test('rows of a send that is being cancelled, deleted: what was cancelled is no success', async () => {
  const wallet = await owned(100_000)
  const sent = await wallet.send(30_000n)
  await rig.idle()
  const { cancel } = await wallet.offer(sent.id)
  await wallet.replace(sent.id, true, cancel.fee)
  await rig.idle()
  const { db } = rig
  await db.update(coins).set({ takenBy: null }).where(eq(coins.takenBy, sent.id))
  await db.delete(attempts).where(eq(attempts.transactionId, sent.id))
  await db.delete(bitcoinSends).where(eq(bitcoinSends.transactionId, sent.id))
  await db.delete(sends).where(eq(sends.transactionId, sent.id))
  await db.delete(accountTxs).where(eq(accountTxs.transactionId, sent.id))
  await db.delete(transactions).where(eq(transactions.id, sent.id))
  // As custody has it: seconds later it is there again. Its block comes soon after that.
  await rig.services.transactions.resume()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'broadcasting' })
  await rig.mine()
  await long()
  expect(await wallet.onChain()).toBe(100_000n - BigInt(cancel.fee ?? 0))
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'cancelled' })
})
