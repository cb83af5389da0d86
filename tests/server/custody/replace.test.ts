// @vitest-environment node
import { Transaction } from 'bitcoinjs-lib'
import {
  type Hex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import type { Asked } from '#server/custody/custody.ts'
import { faultOf } from '#server/custody/verify.ts'
import { type BitcoinSending, bitcoinWallet, coin, NETWORK, offer, pay, paying } from './bitcoin.ts'
import {
  approve,
  type Bench,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  refused,
  send,
  sending,
  setPolicy,
  stateOf,
} from './fixture.ts'

type How = Asked<'replaceTransaction'>['how']
type Other = Partial<Pick<Asked<'replaceTransaction'>, 'attempt' | 'cancels' | 'feeCeiling'>>

const replacing = async (made: Bench, txId: string, how: How, other: Other = {}, who = 'owner') =>
  made.custody.replaceTransaction({
    grant: await grant(made, who),
    ...{ walletId: 'safe', txId, attempt: 2, cancels: false, how, ...other },
  })

const logOf = ({ custody }: Pick<Bench, 'custody'>) => custody.approvalLog({ walletId: 'safe' })
const typesOf = async (made: Bench) => (await logOf(made)).entries.map(({ type }) => type)
const verified = async (made: Bench) =>
  expect(await faultOf(JSON.parse(JSON.stringify(await logOf(made))))).toBeUndefined()

describe('on Bitcoin', () => {
  const paid = async (names: string[] = []) => {
    const made = await bitcoinWallet(names, 1)
    const sent = paying(made)
    await offer(made, sent)
    for (const guardian of made.people) await approve(made, guardian, sent.name)
    const first = await pay(made, sent)
    return Object.assign(made, { sent, first })
  }
  /** With the same coin; `fee` is 400 in the first attempt. */
  const at = ({ sent }: { sent: BitcoinSending }, fee: number): How => ({
    ...{ family: 'bitcoin', coins: sent.coins, change: String(900_000 - fee) },
  })
  const nothingAt = ({ sent }: { sent: BitcoinSending }, fee: number): How => ({
    ...{ family: 'bitcoin', coins: sent.coins, change: String(1_000_000 - fee) },
  })

  test('what hangs pays the same at a higher fee, also late, and once more after that', async () => {
    const made = await paid(['ada'])
    const { sent, first } = made
    made.clock.pass(30 * DAY)
    const second = await replacing(made, sent.txId, at(made, 700))
    expect(second.hash).not.toBe(first.hash)
    const values = Transaction.fromHex(second.raw).outs.map(({ value }) => value)
    expect(values).toEqual([100_000n, 899_300n])
    // The same attempt again is the same one; the latest is what is handed in.
    expect(await replacing(made, sent.txId, at(made, 900))).toEqual(second)
    // … but no answer to who wants it cancelled.
    await refused(replacing(made, sent.txId, nothingAt(made, 900), { cancels: true }), 'BadInput')
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })).toEqual(second)
    expect(await pay(made, sent)).toEqual(second)
    await made.reopen({ signers: made.signers })
    const third = await replacing(made, sent.txId, at(made, 1000), { attempt: 3 })
    expect(await stateOf(made, sent.name)).toMatchObject({ status: 'signed', hash: third.hash })
    const { items } = await made.custody.openTransactions({ walletIds: ['safe'] })
    expect(items).toMatchObject([{ signing: { attempt: 3, hash: third.hash } }])
    // Whichever gets onto the chain is custody's.
    const transactions = [first, second, third].map(({ hash }) => ({ walletId: 'safe', hash }))
    expect(await made.custody.noteSpent({ network: NETWORK, transactions })).toEqual({ held: [] })
    await verified(made)
  })

  test.each([
    ['a fee that is no higher', 400, {}, 'BadInput'],
    ['a fee that nobody approved', 1001, {}, 'FeeAboveCeiling'],
    ['a fee that the owner raises and guardians did not', 1500, { feeCeiling: '2000' }, 'ApprovalMissing'],
    ['a number that is not the next one', 700, { attempt: 3 }, 'BadInput'],
  ] as const)('it is not signed with %s', async (_, fee, other, code) => {
    const made = await paid(['ada'])
    await refused(replacing(made, made.sent.txId, at(made, fee), other), code)
    expect((await typesOf(made)).filter((type) => type === 'signing')).toHaveLength(1)
    expect(await typesOf(made)).not.toContain('raised')
  })

  test('every attempt spends a coin of all earlier ones, and none that another one has', async () => {
    const made = await paid()
    const { sent } = made
    const [own, more] = [sent.coins[0]!, coin(50_000)]
    const bitcoin = (coins: (typeof own)[], change: number): How => ({
      ...{ family: 'bitcoin', coins, change: String(change) },
    })
    await refused(replacing(made, sent.txId, bitcoin([coin(1_000_000)], 899_300)), 'BadInput')
    await replacing(made, sent.txId, bitcoin([own, more], 949_300))
    await refused(replacing(made, sent.txId, bitcoin([more], 0), { attempt: 3 }), 'BadInput')
    const other = paying(made, 'btc-2')
    await offer(made, other)
    // Also what only a later attempt spends is another one's no more.
    await refused(pay(made, { ...other, coins: [more, coin(1_000_000)], change: '949600' }), 'CoinTaken')
    await pay(made, other)
    const theirs = [own, other.coins[0]!]
    await refused(replacing(made, sent.txId, bitcoin(theirs, 1_899_100), { attempt: 3 }), 'CoinTaken')
  })

  test('what came back is not spent meanwhile', async () => {
    const made = await paid()
    const other = paying(made, 'btc-2')
    await offer(made, other)
    const back = { txid: made.first.hash, vout: 1, value: made.sent.change }
    await pay(made, { ...other, coins: [back], change: '799200' })
    await refused(replacing(made, made.sent.txId, at(made, 700)), 'BadInput')
    await refused(replacing(made, made.sent.txId, nothingAt(made, 700), { cancels: true }), 'BadInput')
  })

  test('what one attempt leaves is not spent once another one is to take its place', async () => {
    const made = await paid()
    const second = await replacing(made, made.sent.txId, at(made, 700))
    const other = paying(made, 'btc-2')
    await offer(made, other)
    const back = ({ hash }: { hash: string }, fee: number) => ({
      ...{ ...other, coins: [{ txid: hash, vout: 1, value: String(900_000 - fee) }] },
      change: String(800_000 - fee - 400),
    })
    await refused(pay(made, back(made.first, 400)), 'CoinTaken')
    await pay(made, back(second, 700))
  })

  test('cancelling pays nobody but the wallet, needs nobody, and costs four times the ceiling at most', async () => {
    const made = await paid(['ada'])
    const { sent } = made
    made.clock.pass(30 * DAY)
    await refused(replacing(made, sent.txId, nothingAt(made, 4001), { cancels: true }), 'FeeAboveCeiling')
    await refused(replacing(made, sent.txId, nothingAt(made, 400), { cancels: true }), 'BadInput')
    const { raw } = await replacing(made, sent.txId, nothingAt(made, 4000), { cancels: true })
    const own = (await made.custody.wallet({ walletId: 'safe' })).bitcoin[0]?.address
    expect(own).toBe(made.address)
    const [only, ...rest] = Transaction.fromHex(raw).outs
    expect(rest).toEqual([])
    expect(only?.value).toBe(996_000n)
    expect(Buffer.from(only?.script ?? [])).toEqual(Buffer.from(decodeAddress(made.address, NETWORK)))
    await made.custody.end({ walletId: 'safe', txId: sent.txId, outcome: 'final' })
    const late = replacing(made, sent.txId, nothingAt(made, 4000), { attempt: 3, cancels: true })
    await refused(late, 'Ended')
    await verified(made)
  })

  test('what is being cancelled is not sent after all, at whatever fee', async () => {
    const made = await paid()
    const { sent } = made
    await replacing(made, sent.txId, nothingAt(made, 500), { cancels: true })
    await refused(replacing(made, sent.txId, at(made, 900), { attempt: 3 }), 'BadInput')
    await replacing(made, sent.txId, nothingAt(made, 900), { attempt: 3, cancels: true })
  })

  test('the owner pays more than he meant, while nobody guards the wallet', async () => {
    const made = await paid()
    const { sent } = made
    await refused(replacing(made, sent.txId, at(made, 5000)), 'FeeAboveCeiling')
    // Written down only together with what it is for.
    await refused(replacing(made, sent.txId, at(made, 9000), { feeCeiling: '8000' }), 'FeeAboveCeiling')
    expect(await typesOf(made)).not.toContain('raised')
    await replacing(made, sent.txId, at(made, 5000), { feeCeiling: '8000' })
    expect((await typesOf(made)).slice(-3)).toEqual(['raised', 'signing', 'signed'])
    const ada = await confirmGuardian(made, 'ada')
    await setPolicy(made, [ada], 1)
    const more = { attempt: 3, feeCeiling: '20000' }
    await refused(replacing(made, sent.txId, at(made, 9000), more), 'ApprovalMissing')
    await verified(made)
  })

  test('it is the owner’s, of what is signed', async () => {
    const made = await paid()
    await grant(made, 'other')
    await refused(replacing(made, made.sent.txId, at(made, 700), {}, 'other'), 'WrongOwner')
    const other = paying(made, 'btc-2')
    await offer(made, other)
    await refused(replacing(made, other.txId, at({ sent: other }, 700)), 'OutOfOrder')
  })

  test('an attempt that broke off goes on before there is another', async () => {
    const made = await paid()
    const { sent } = made
    made.said.isAway = true
    await refused(replacing(made, sent.txId, at(made, 700)), 'SignersAway')
    await refused(replacing(made, sent.txId, at(made, 900), { attempt: 3 }), 'SignersAway')
    made.said.isAway = false
    const again = await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })
    expect(Transaction.fromHex(again?.raw ?? '').outs[1]?.value).toBe(899_300n)
    await verified(made)
  })
})

describe('on an EVM chain', () => {
  const CHAIN = 153
  const price = (maxFeePerGas: number, gas = 21_000): How => ({
    family: 'evm',
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxFeePerGas / 2),
  })
  const read = (raw: string) => parseTransaction(raw as TransactionSerializedEIP1559)

  /** At 2 gwei; its ceiling is 4 gwei. */
  const sentOne = async () => {
    const made = await guarded([], 1)
    const sent = sending()
    const first = await send(made, sent)
    return Object.assign(made, { sent, first })
  }

  test('what hangs takes the same nonce at a higher price, and whichever is mined is custody’s', async () => {
    const made = await sentOne()
    const { sent, first } = made
    made.clock.pass(30 * DAY)
    const second = await replacing(made, sent.txId, price(3e9))
    const { to, value, data, nonce, gas, maxFeePerGas } = read(second.raw)
    expect(read(first.raw)).toMatchObject({ to, value, nonce, gas })
    expect([data, maxFeePerGas, second.nonce]).toEqual([undefined, 3_000_000_000n, first.nonce])
    const { evmAddress: from } = await made.custody.wallet({ walletId: 'safe' })
    const serializedTransaction = second.raw as TransactionSerializedEIP1559
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(from)
    await made.reopen()
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })).toEqual(second)
    for (const { hash } of [first, second]) {
      const mined = { from, hash: hash as Hex, nonce: first.nonce }
      expect(await made.custody.noteMined({ chainId: CHAIN, transactions: [mined] })).toEqual({ held: [] })
    }
    // The next one takes the next nonce.
    const next = sending('tx-2')
    const expiresAt = new Date(made.clock.now().getTime() + DAY).toISOString()
    expect((await send(made, { ...next, meaning: { ...next.meaning, expiresAt } })).nonce).toBe(
      first.nonce + 1,
    )
    await verified(made)
  })

  test.each([
    ['a price that is no higher', price(2e9), {}, 'BadInput'],
    ['a price that nobody meant', price(4.2e9), {}, 'FeeAboveCeiling'],
    ['more gas', price(3e9, 22_000), {}, 'TransactionChanged'],
    ['coins', { family: 'bitcoin', coins: [coin(1000)], change: '0' }, {}, 'TransactionChanged'],
    ['a number that is not the next one', price(3e9), { attempt: 3 }, 'BadInput'],
  ] as const)('it is not signed with %s', async (_, how, other, code) => {
    const made = await sentOne()
    await refused(replacing(made, made.sent.txId, how as How, other), code)
    expect((await typesOf(made)).filter((type) => type === 'signing')).toHaveLength(1)
  })

  test('cancelling pays nobody, and costs four times the ceiling at most', async () => {
    const made = await sentOne()
    const { sent } = made
    const { evmAddress } = await made.custody.wallet({ walletId: 'safe' })
    await refused(replacing(made, sent.txId, price(16.2e9), { cancels: true }), 'FeeAboveCeiling')
    const { raw, nonce } = await replacing(made, sent.txId, price(16e9), { cancels: true })
    expect(read(raw)).toMatchObject({ to: evmAddress.toLowerCase(), nonce })
    expect(read(raw).value ?? 0n).toBe(0n)
    await refused(
      replacing(made, sent.txId, price(17e9), { attempt: 3, feeCeiling: '999999999999999' }),
      'BadInput',
    )
    expect(await typesOf(made)).not.toContain('raised')
    await verified(made)
  })

  test('the owner pays more than he meant, and a held wallet replaces nothing', async () => {
    const made = await sentOne()
    const { sent } = made
    await replacing(made, sent.txId, price(8e9), { feeCeiling: '168000000000000' })
    const { evmAddress: from } = await made.custody.wallet({ walletId: 'safe' })
    const mined = { from, hash: `0x${'ab'.repeat(32)}` as const, nonce: 1 }
    await made.custody.noteMined({ chainId: CHAIN, transactions: [mined] })
    await refused(replacing(made, sent.txId, price(9e9), { attempt: 3, cancels: true }), 'Held')
  })
})
