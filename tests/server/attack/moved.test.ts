// @vitest-environment node
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenCustody } from '#server/custody/custody.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import type { Signers } from '#server/signer/port.ts'
import { makeThree, type Three } from '../signer/three.ts'
import { type BitcoinRig, openBitcoinRig } from '../transactions/bitcoin/rig.ts'
import { withBitcoin } from '../transactions/points.ts'

/** What hangs and spends coins of a key that was replaced, beside the moves of what else that holds. */
let regtest: Regtest
let three: Three
let rig: BitcoinRig
const node = { handedIn: [] as string[], isDown: false }
beforeAll(async () => {
  regtest = await startRegtest({ log: pino({ level: 'silent' }) })
  three = await makeThree({ policyDelayS: 0, now: () => rig?.clock.now().getTime() ?? 0 })
  const signers: Signers = {
    makeKey: (...ask) => three.signers.makeKey(...ask),
    tell: (...ask) => three.signers.tell(...ask),
    sign: (...ask) => three.signers.sign(...ask),
    close: async () => undefined,
  }
  rig = await openBitcoinRig(
    regtest,
    {},
    {
      signers,
      wrap: ({ chains, custody }) => ({
        custody,
        chains: withBitcoin(chains, (chain) => ({
          async broadcast(raw) {
            node.handedIn.push(raw)
            return node.isDown ? { kind: 'unclear', reason: 'The node is down' } : chain.broadcast(raw)
          },
        })),
      }),
    },
  )
})
afterAll(async () => {
  await rig?.stop()
  await three?.remove()
  await regtest?.stop()
})

const again = async () => {
  rig.clock.advance(31_000)
  await rig.services.transactions.resume()
  await rig.mine()
}

test('a send of a replaced key is not called unsent, though a move took what it was sped up with, and can be cancelled', async () => {
  const userId = await rig.user()
  const wallets = [await rig.wallet(userId, 'One'), await rig.wallet(userId, 'Two')]
  const row = async (walletId: string, txId: string) =>
    (await rig.listed(userId, walletId)).find((one) => one.id === txId)
  const replace = async (walletId: string, txId: string, cancels: boolean) => {
    const offers = await rig.services.transactions.replacement(userId, walletId, txId)
    const maxFee = (cancels ? offers.cancel : offers.speedUp).fee ?? ''
    const caller = await rig.caller(userId)
    await rig.services.transactions.replace(caller, walletId, txId, { cancels, maxFee })
    await rig.idle()
  }
  for (const { id: walletId } of wallets) await rig.services.kyc.complete({ walletId })
  await rig.deposit(...wallets.map(({ bitcoin: address }) => ({ address, value: 30_150 })))
  node.isDown = true
  const sent: { walletId: string; txId: string; hash: string; raw: string }[] = []
  for (const { id: walletId } of wallets) {
    const { id: txId } = await rig.send(userId, walletId, 30_000n)
    await rig.idle()
    const hash = (await row(walletId, txId))?.hash ?? ''
    sent.push({ walletId, txId, hash, raw: node.handedIn.at(-1) ?? '' })
  }
  const { operator } = rig.custody as OpenCustody
  await three.lose(3)
  for (const { id: walletId } of wallets) await operator.renewBitcoin({ walletId })
  await rig.deposit(...wallets.map(({ bitcoin: address }) => ({ address, value: 60_000 })))
  await rig.services.transactions.resume()
  const moves = node.handedIn.filter((raw) => !sent.some((one) => one.raw === raw))
  expect(moves).toHaveLength(2)
  for (const { walletId, txId } of sent) await replace(walletId, txId, false)
  // The moves are mined; the attempts that spend the same coins are not.
  node.isDown = false
  for (const raw of moves) expect(await rig.chain.broadcast(raw)).toEqual({ kind: 'accepted' })
  await regtest.mine()
  await rig.tick()
  const [one, two] = sent
  if (!one || !two) throw new Error('Two were sent')
  await replace(two.walletId, two.txId, true)
  const isOpen = async () => {
    const rows = await Promise.all(sent.map(({ walletId, txId }) => row(walletId, txId)))
    return rows.some((one) => one?.status === 'broadcasting')
  }
  for (let round = 0; round < 9 && (await isOpen()); round += 1) await again()
  expect(await row(one.walletId, one.txId)).toMatchObject({ status: 'success', hash: one.hash })
  expect(await row(two.walletId, two.txId)).toMatchObject({ status: 'cancelled' })
  expect(await rig.custody.holds({ walletId: one.walletId })).toEqual([])
})
