// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { onRegtest } from '../transactions/bitcoin/onregtest.ts'
import { type BitcoinRig, openBitcoinRig, STRANGER } from '../transactions/bitcoin/rig.ts'
import { withBitcoin } from '../transactions/points.ts'

/** A payee who keeps the bytes of each attempt, and can take back a coin that only the last one spends. */
let regtest: Regtest
let rig: BitcoinRig
const node = { handedIn: [] as string[], isDown: false }

onRegtest(
  (both) => {
    ;({ regtest, rig } = both)
  },
  (started) =>
    openBitcoinRig(
      started,
      {},
      {
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
    ),
)
afterEach(() => {
  node.isDown = false
})

const settled = async () => {
  for (let round = 0; round < 3; round += 1) {
    rig.clock.advance(31_000)
    await rig.services.transactions.resume()
    await rig.mine()
  }
}

/** Sent at first with one coin, and sped up with another one, which its payer takes back. */
const takenBack = async () => {
  const userId = await rig.user()
  const { id, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  await rig.deposit({ address, value: 30_150 })
  await rig.mine(3)
  const { transactions } = rig.services
  const replace = async (txId: string, cancels: boolean) => {
    const offers = await transactions.replacement(userId, id, txId)
    const maxFee = (cancels ? offers.cancel : offers.speedUp).fee ?? ''
    await transactions.replace(await rig.caller(userId), id, txId, { cancels, maxFee })
    await rig.idle()
  }
  const row = async (txId: string) => (await rig.listed(userId, id)).find((one) => one.id === txId)
  // The node passes nothing on yet, but the payee has it.
  node.isDown = true
  const { id: txId } = await rig.send(userId, id, 30_000n)
  await rig.idle()
  const first = (await row(txId))?.hash ?? ''
  const raw = node.handedIn.at(-1) ?? ''
  await rig.deposit({ address, value: 60_000 })
  await replace(txId, false)
  expect((await row(txId))?.hash).not.toBe(first)
  // He has paid somebody else with the same coin, in the block that takes its place.
  await regtest.reorganise(1, { forget: true })
  await regtest.give([{ address: STRANGER, value: 60_000 }])
  await rig.tick()
  node.isDown = false
  await regtest.mine()
  await rig.tick()
  return { txId, first, raw, row: () => row(txId), cancel: () => replace(txId, true) }
}

test('a send whose last attempt lost a coin goes on by the one before, which can still be mined', async () => {
  const { first, row } = await takenBack()
  for (let round = 0; round < 6 && (await row())?.status === 'broadcasting'; round += 1) await settled()
  expect(await row()).toMatchObject({ status: 'success', hash: first })
})

test('cancelled then, it is cancelled without that coin, and what it had sent is not handed in again', async () => {
  const { raw, row, cancel } = await takenBack()
  await cancel()
  const before = node.handedIn.length
  for (let round = 0; round < 6 && (await row())?.status === 'broadcasting'; round += 1) await settled()
  expect(await row()).toMatchObject({ status: 'cancelled' })
  expect(node.handedIn.slice(before)).not.toContain(raw)
})
