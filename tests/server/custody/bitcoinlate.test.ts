// @vitest-environment node
import { Transaction } from 'bitcoinjs-lib'
import { afterEach, describe, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { faultOf } from '#server/custody/verify.ts'
import type { Party } from '#server/signer/share.ts'
import { makeThree, type Three } from '../signer/three.ts'
import { NETWORK, offer, pay, paying } from './bitcoin.ts'
import {
  approve,
  approveAs,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  refused,
  setPolicy,
  stateOf,
} from './fixture.ts'

const away = () => new CustodyRefusal('Unreachable', 'It is away')

let three: Three | undefined
/** So far the signers' clocks are behind custody's, in ms. */
let behind = 0
afterEach(async () => {
  behind = 0
  await three?.remove()
})

/** These hear nothing. */
const deafen = (...parties: Party[]) =>
  three?.put(async (party, _name, _message, ask) => {
    if (parties.includes(party)) throw away()
    return ask()
  })

/** They go on where custody ends. */
const living = (these: Three | undefined) => these && { ...these.signers, close: async () => undefined }

/** A custody whose Bitcoin keys three real signers hold, all by one clock. */
const open = async (names: string[] = [], policyDelayS = 0) => {
  const made = await guarded(names, 1, { policyDelayS })
  const signers = await makeThree({ now: () => made.clock.now().getTime() - behind, policyDelayS })
  three = signers
  await made.reopen({ signers: living(signers), policyDelayS })
  const { address } = await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  return Object.assign(made, { address })
}
const logOf = async (made: Awaited<ReturnType<typeof open>>) => {
  const log = await made.custody.approvalLog({ walletId: 'safe' })
  expect(await faultOf(JSON.parse(JSON.stringify(log)))).toBeUndefined()
  return log.entries.map(({ type }) => type)
}

describe('a send that was begun and reaches its signers after it expired', () => {
  test('ends unsent where two of them refuse it, and its coins are free', async () => {
    const made = await open()
    const sent = paying(made)
    await offer(made, sent)
    deafen(2, 3)
    await refused(pay(made, sent), 'SignersAway')
    const ofIt = { walletId: 'safe', txId: sent.txId }
    await refused(made.custody.end({ ...ofIt, outcome: 'withdrawn' }), 'AlreadySigned')
    made.clock.pass(8 * DAY)
    // The first one would sign; the second one's word alone is not enough.
    deafen(3)
    await refused(pay(made, sent), 'SignersAway')
    deafen()
    await refused(pay(made, sent), 'Ended')
    expect((await logOf(made)).slice(-2)).toEqual(['signing', 'ended'])
    expect(await made.custody.signedTransaction(ofIt)).toBeNull()
    expect(await made.custody.end({ ...ofIt, outcome: 'withdrawn' })).toEqual({ outcome: 'withdrawn' })
    expect(await stateOf(made, sent.name)).toMatchObject({ status: 'ended', end: { outcome: 'withdrawn' } })
    expect((await made.custody.openTransactions({ walletIds: ['safe'] })).items).toEqual([])
    await refused(pay(made, sent), 'Ended')
    await refused(offer(made, sent), 'Ended')

    const next = { ...paying(made, 'btc-2'), coins: sent.coins }
    await offer(made, next)
    expect((await pay(made, next)).hash).toMatch(/^[0-9a-f]{64}$/)
    await refused(pay(made, sent), 'Ended')
  })

  test('is signed where two of them had seen it in time', async () => {
    const made = await open()
    const sent = paying(made)
    await offer(made, sent)
    three?.put(async (party, name, _message, ask) => {
      if (party === 3 || (party === 2 && name !== 'head' && name !== 'tell')) throw away()
      return ask()
    })
    await refused(pay(made, sent), 'SignersAway')
    made.clock.pass(8 * DAY)
    deafen(1)
    await refused(pay(made, sent), 'SignersAway')
    deafen()
    const { raw } = await pay(made, sent)
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })).toMatchObject({ raw })
    expect((await logOf(made)).slice(-2)).toEqual(['signing', 'signed'])
  })
})

test('a send whose older rules still bind for the signers ends unsent, too', async () => {
  const made = await open(['ada'], DAY / 1000)
  made.clock.pass(2 * DAY)
  deafen(2, 3)
  // Bob takes her place; two signers hear of it only when her day is over for custody.
  const bob = await confirmGuardian(made, 'bob')
  await setPolicy(made, [bob], 1)
  made.clock.pass(DAY + 60_000)
  const sent = paying(made)
  await offer(made, sent)
  await approve(made, bob, sent.name)
  deafen()
  await refused(pay(made, sent), 'Ended')
  expect((await logOf(made)).slice(-2)).toEqual(['signing', 'ended'])
})

describe('a raised fee of which the signers hear too late', () => {
  const hangs = async (names: string[], policyDelayS = 0) => {
    const made = await open(names, policyDelayS)
    const sent = paying(made)
    await offer(made, sent)
    for (const one of made.people) await approve(made, one, sent.name)
    const first = await pay(made, sent)
    const ofIt = { walletId: 'safe', txId: sent.txId }
    const at = (fee: number) => ({
      ...{ family: 'bitcoin' as const, coins: sent.coins, change: String(900_000 - fee) },
    })
    const replaced = async (fee: number, more: object = {}) => {
      const { raw } = await made.custody.replaceTransaction({
        grant: await grant(made, 'owner'),
        ...{ ...ofIt, attempt: 2, cancels: false, how: at(fee), ...more },
      })
      return Transaction.fromHex(raw)
    }
    return Object.assign(made, { policyDelayS, sent, first, ofIt, at, replaced })
  }
  /** Custody dies once this stands in its log, before any signer heard of it, and stays away for so long. */
  const dies = async (made: Awaited<ReturnType<typeof hangs>>, work: Promise<unknown>, days: number) => {
    three?.put(async (_party, name, message, ask) => {
      if (name === 'tell' && JSON.stringify(message).includes('"raised"')) throw away()
      return ask()
    })
    await refused(work, 'SignersAway')
    expect((await logOf(made)).slice(-2)).toEqual(['raised', 'signing'])
    made.clock.pass(days * DAY)
    await made.reopen({ signers: living(three), policyDelayS: made.policyDelayS })
    three?.put()
  }

  test.each([
    ['sped up within what was approved before', 'speed-up'],
    ['cancelled', 'cancel'],
    ['asked about anew', 'ask'],
  ])('raises nothing: what hangs is %s', async (_, then) => {
    const made = await hangs(['ada'])
    const { ofIt, sent, at, people } = made
    const asking = async () => {
      const { txId } = await made.custody.askRaise({
        ...{ grant: await grant(made, 'owner'), ...ofIt, feeCeiling: '50000' },
        expiresAt: new Date(made.clock.now().getTime() + DAY).toISOString(),
      })
      for (const one of people) await approveAs(made, one, txId)
      return txId
    }
    const id = await asking()
    const raising = (txId: string, fee: number) =>
      made.custody.raiseTransaction({ walletId: 'safe', txId, how: at(fee) })
    await dies(made, raising(id, 40_000), 2)
    if (then === 'speed-up') {
      // What a server asks after its start; then the owner.
      expect(await made.custody.signedTransaction(ofIt)).toEqual(made.first)
      await refused(raising(id, 30_000), 'Ended')
      const state = await made.custody.approvalState({ walletId: 'safe', txId: id })
      expect(state.end).toMatchObject({ outcome: 'withdrawn', reason: expect.stringMatching(/^Not sent/) })
      const { items } = await made.custody.openTransactions({ walletIds: ['safe'] })
      expect(items).toMatchObject([{ txId: sent.txId, attempts: [{ hash: made.first.hash }] }])
      await refused(made.replaced(1001), 'FeeAboveCeiling')
      expect((await made.replaced(900)).outs[1]?.value).toBe(899_100n)
      expect((await made.replaced(950, { attempt: 3 })).outs[1]?.value).toBe(899_050n)
    } else if (then === 'cancel') {
      const { outs } = await made.replaced(0, {
        ...{ cancels: true, how: { ...at(0), change: '996500' } },
      })
      expect(outs.map(({ value }) => value)).toEqual([996_500n])
    } else {
      await refused(raising(id, 40_000), 'OutOfOrder')
      const { raw } = await raising(await asking(), 40_000)
      expect(Transaction.fromHex(raw).outs[1]?.value).toBe(860_000n)
      expect(await made.custody.signedTransaction(ofIt)).toMatchObject({ raw })
    }
    // A block with any of them holds nothing.
    const { items } = await made.custody.openTransactions({ walletIds: ['safe'] })
    const hashes = items.flatMap(({ attempts }) => attempts.map(({ hash }) => hash))
    const transactions = hashes.map((hash) => ({ walletId: 'safe', hash }))
    expect(await made.custody.noteSpent({ network: NETWORK, transactions })).toEqual({ held: [] })
    expect(await logOf(made)).toContain('attempt-ended')
  })

  test('by its owner alone, too, where guards that he switched off bind longer for the signers', async () => {
    const made = await hangs([], DAY / 1000)
    const ada = await confirmGuardian(made, 'ada')
    await setPolicy(made, [ada], 1)
    made.clock.pass(2 * DAY)
    deafen(1, 2, 3)
    await setPolicy(made, [ada], 1, false)
    made.clock.pass(DAY + 60_000)
    deafen()
    await refused(made.replaced(1500, { feeCeiling: '1500' }), 'OutOfOrder')
    expect(await made.custody.signedTransaction(made.ofIt)).toEqual(made.first)
    expect((await made.replaced(900)).outs[1]?.value).toBe(899_100n)
    made.clock.pass(DAY + 60_000)
    expect((await made.replaced(1500, { attempt: 3, feeCeiling: '1500' })).outs[1]?.value).toBe(898_500n)
    await logOf(made)
  })
})

test('a send that ends at its signers takes with it what guardians were asked about its fee', async () => {
  const made = await open(['ada'])
  const sent = paying(made)
  await offer(made, sent)
  for (const one of made.people) await approve(made, one, sent.name)
  deafen(2, 3)
  await refused(pay(made, sent), 'SignersAway')
  const { txId } = await made.custody.askRaise({
    ...{ grant: await grant(made, 'owner'), walletId: 'safe', txId: sent.txId, feeCeiling: '5000' },
    expiresAt: new Date(made.clock.now().getTime() + 30 * DAY).toISOString(),
  })
  made.clock.pass(8 * DAY)
  deafen()
  await refused(pay(made, sent), 'Ended')
  const state = await made.custody.approvalState({ walletId: 'safe', txId })
  expect(state.end?.outcome).toBe('withdrawn')
  expect((await made.custody.openTransactions({ walletIds: ['safe'] })).items).toEqual([])
})

test('where no chain tells custody the time, the signers’ clocks still do', async () => {
  const made = await open(['ada'], DAY / 1000)
  made.clock.pass(2 * DAY)
  await setPolicy(made, made.people, 1, false)
  const sent = paying(made)
  // Custody's clock alone says that her day is over.
  made.clock.pass(DAY + 60_000)
  behind = DAY + 60_000
  await offer(made, sent)
  await refused(pay(made, sent), 'Ended')
  expect((await logOf(made)).slice(-2)).toEqual(['signing', 'ended'])

  behind = 0
  const next = { ...paying(made, 'btc-2'), coins: sent.coins }
  await offer(made, next)
  expect((await pay(made, next)).hash).toMatch(/^[0-9a-f]{64}$/)
})
