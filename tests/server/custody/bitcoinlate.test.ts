// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { faultOf } from '#server/custody/verify.ts'
import type { Party } from '#server/signer/share.ts'
import { makeThree, type Three } from '../signer/three.ts'
import { NETWORK, offer, pay, paying } from './bitcoin.ts'
import { approve, confirmGuardian, DAY, guarded, refused, setPolicy, stateOf } from './fixture.ts'

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

/** A custody whose Bitcoin keys three real signers hold, all by one clock. */
const open = async (names: string[] = [], policyDelayS = 0) => {
  const made = await guarded(names, 1, { policyDelayS })
  const signers = await makeThree({ now: () => made.clock.now().getTime() - behind, policyDelayS })
  three = signers
  await made.reopen({ signers: signers.signers, policyDelayS })
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
