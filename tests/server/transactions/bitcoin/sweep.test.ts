// @vitest-environment node
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenCustody } from '#server/custody/custody.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import type { Signers } from '#server/signer/port.ts'
import { makeThree, type Three } from '#tests/server/signer/three.ts'
import { type BitcoinRig, openBitcoinRig } from './rig.ts'

let regtest: Regtest
let three: Three
let rig: BitcoinRig
beforeAll(async () => {
  regtest = await startRegtest({ log: pino({ level: 'silent' }) })
  three = await makeThree({ policyDelayS: 0, now: () => rig?.clock.now().getTime() ?? 0 })
  // They outlive a restart of custody.
  const signers: Signers = {
    makeKey: (...ask) => three.signers.makeKey(...ask),
    tell: (...ask) => three.signers.tell(...ask),
    sign: (...ask) => three.signers.sign(...ask),
    close: async () => undefined,
  }
  rig = await openBitcoinRig(regtest, {}, { signers })
})
afterAll(async () => {
  await rig?.stop()
  await three?.remove()
  await regtest?.stop()
})

test('a wallet one of whose signers is lost for good gets another address, and all that it has is moved there', async () => {
  const userId = await rig.user()
  const { id: walletId, bitcoin: old } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId })
  await rig.deposit({ address: old, value: 100_000 }, { address: old, value: 50_000 })
  const { operator } = rig.custody as OpenCustody
  const again = async () => {
    rig.clock.advance(31_000)
    await rig.services.transactions.resume()
    await rig.mine()
  }
  const sum = async (address: string) =>
    (await rig.chain.unspent(address)).reduce((total, { value }) => total + value, 0n)
  const outgoing = async () =>
    (await rig.listed(userId, walletId)).filter(({ direction }) => direction === 'outcome')

  expect(await operator.renewBitcoin({ walletId })).toMatchObject([{ isLeft: true }])
  await three.lose(3)
  const [said] = await operator.renewBitcoin({ walletId })
  expect(said?.isLeft).toBe(false)
  const { bitcoin } = await rig.custody.wallet({ walletId })
  const address = bitcoin[0]?.address ?? ''
  expect(said?.text).toContain(address)
  expect(address).not.toBe(old)

  await again()
  expect(rig.addressOf(await rig.services.wallets.get(userId, walletId))).toBe(address)
  expect(await sum(old)).toBe(0n)
  const moved = await sum(address)
  expect(moved).toBeGreaterThan(149_000n)
  expect((await rig.services.assets.list(userId, walletId)).filter(({ symbol }) => symbol === 'btc')).toEqual(
    [expect.objectContaining({ amount: moved.toString() })],
  )
  expect(await outgoing()).toMatchObject([{ status: 'success', fee: String(150_000n - moved) }])
  // Nothing of it looks as if somebody else had sent it.
  expect(await rig.custody.holds({ walletId })).toEqual([])

  const assets = async () =>
    (await rig.services.assets.list(userId, walletId)).filter(({ symbol }) => symbol === 'btc')
  const [inUse] = await assets()
  const removed = rig.pushLog.named('asset:removed').map(({ id }) => id)
  expect(rig.pushLog.named('asset:created').map(({ id }) => id)).toEqual([...removed, inUse?.id])

  // What still comes to the old one follows, and belongs to the same asset until then: it is not free to send.
  await rig.deposit({ address: old, value: 20_000 })
  const whole = { id: inUse?.id, amount: String(moved + 20_000n), reserved: '20000' }
  expect(await assets()).toEqual([expect.objectContaining(whole)])
  expect(await rig.pushLog.until('asset:updated', ({ reserved }) => reserved === '20000')).toMatchObject(
    whole,
  )
  await expect(rig.send(userId, walletId, moved + 10_000n)).rejects.toMatchObject({
    name: 'InsufficientFundsError',
  })
  await again()
  expect(await sum(old)).toBe(0n)
  const all = await sum(address)
  expect(all).toBeGreaterThan(moved + 19_000n)

  three.put(async (party, _name, _message, ask) => {
    if (party === 1) throw new CustodyRefusal('Unreachable', 'It is away')
    return ask()
  })
  const sent = await rig.send(userId, walletId, 120_000n)
  await rig.mine()
  const done = (await outgoing()).find(({ id }) => id === sent.id)
  expect(done?.status).toBe('success')
  expect(await sum(address)).toBe(all - 120_000n - BigInt(done?.fee ?? 0))
})
