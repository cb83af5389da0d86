// @vitest-environment node
import { expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import { feesOf } from '#server/modules/transactions/bitcoin/estimate.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, STRANGER } from './rig.ts'

let regtest: Regtest
let rig: BitcoinRig
onRegtest((both) => {
  ;({ regtest, rig } = both)
})

const script = decodeAddress(STRANGER, 'regtest')
const RATES = { slow: 1000n, normal: 2000n, fast: 10_000n }
const coinsOf = (...values: bigint[]) => values.map((value, vout) => ({ txid: 'ab'.repeat(32), vout, value }))
const fees = (amount: bigint, ...values: bigint[]) =>
  feesOf(coinsOf(...values), { amount, script, changeScript: script }, RATES)

test('a fee for each tier: with change, of everything where the fee does not fit, and none where the amount does not', () => {
  const withChange = (rate: bigint) => feeOf(sizeOf(1, [script, script]), rate)
  expect(fees(10_000n, 50_000n)).toEqual({
    ...{ slow: withChange(1000n), normal: withChange(2000n), fast: withChange(10_000n) },
  })
  const whole = (rate: bigint) => feeOf(sizeOf(2, [script]), rate)
  expect(fees(50_000n, 20_000n, 30_000n)).toEqual({
    ...{ slow: whole(1000n), normal: whole(2000n), fast: whole(10_000n) },
  })
  expect(fees(50_001n, 20_000n, 30_000n)).toEqual({ slow: 0n, normal: 0n, fast: 0n })
  expect(fees(1000n)).toEqual({ slow: 0n, normal: 0n, fast: 0n })
})

test('change below dust goes to the fee, and is a part of what is asked for', () => {
  const bare = feeOf(sizeOf(1, [script]), 1000n)
  expect(fees(10_000n, 10_000n + bare + 300n).slow).toBe(bare + 300n)
})

test('the estimate of a wallet is by its own coins, but not those that others still have to be mined', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const asset = await rig.bitcoinOf(userId, wallet.id)
  const ask = (amount: number, more = {}) =>
    rig.services.transactions.estimateBitcoin(userId, wallet.id, {
      ...{ amount: String(amount), assetId: asset?.id ?? '', recipient: STRANGER },
      ...more,
    })
  const none = { SLOW: '0', NORMAL: '0', FAST: '0' }
  expect(await ask(10_000)).toEqual({ ...none, recipientKnown: false })
  await regtest.give([{ address: wallet.bitcoin, value: 100_000 }])
  await rig.tick()
  expect(await ask(10_000)).toMatchObject(none)
  await regtest.mine()
  await rig.tick()
  const fee = feeOf(sizeOf(1, [script, script]), 1000n).toString()
  expect(await ask(10_000)).toMatchObject({ SLOW: fee, NORMAL: fee, FAST: fee })
  const all = feeOf(sizeOf(1, [script]), 1000n).toString()
  expect(await ask(100_000)).toMatchObject({ SLOW: all, NORMAL: all, FAST: all })

  await expect(ask(1000, { recipient: 'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz' })).rejects.toMatchObject({
    ...{ name: 'ValidationError', message: 'Wallet address should be a valid Bitcoin regtest address' },
  })
  await expect(ask(329)).rejects.toMatchObject({
    ...{ name: 'ValidationError', message: 'The amount should be at least 330 satoshi for this address.' },
  })
  await expect(ask(1000, { assetId: 'none' })).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('of 300 small coins only those are taken that are worth their fee, and all of them for everything', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  const small = Array.from({ length: 100 }, (_, index) => ({ address: wallet.bitcoin, value: 600 + index }))
  for (let round = 0; round < 3; round += 1) await regtest.give(small)
  await regtest.mine()
  await rig.tick()
  const asset = await rig.bitcoinOf(userId, wallet.id)
  const total = small.reduce((sum, { value }) => sum + value, 0) * 3
  expect(asset?.amount).toBe(String(total))
  const draft = { assetId: asset?.id ?? '', recipient: STRANGER }
  const ask = (amount: number) =>
    rig.services.transactions.estimateBitcoin(userId, wallet.id, { ...draft, amount: String(amount) })
  const all = feeOf(sizeOf(300, [script]), 1000n)
  expect(await ask(total)).toMatchObject({ SLOW: all.toString() })
  const some = BigInt((await ask(10_000)).SLOW)
  expect(some).toBeLessThan(feeOf(sizeOf(20, [script, script]), 1000n))
  expect(some).toBeGreaterThan(0n)
})
