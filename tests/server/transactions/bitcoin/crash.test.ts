// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { fakeSigners } from '#tests/server/custody/bitcoin.ts'
import { type Ports, type Wrap, withBitcoin } from '#tests/server/transactions/points.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, openBitcoinRig } from './rig.ts'

let regtest: Regtest
let rig: BitcoinRig
const { signers } = fakeSigners()
/** Two of three refuse from now on, and never will do otherwise. */
let isLate = false
const late = () => Promise.reject(new CustodyRefusal('Expired', 'They saw it too late'))
const sign: typeof signers.sign = (...ask) => (isLate ? late() : signers.sign(...ask))

onRegtest(
  (both) => {
    ;({ regtest, rig } = both)
  },
  (chain) => openBitcoinRig(chain, {}, { signers: { ...signers, sign } }),
)

class Crash extends Error {}
const crash = () => Promise.reject(new Crash('The process ended here'))

/** Ports that answer as usual until the call, in the course of one send, which the process does not survive. */
const POINTS: Record<string, Wrap> = {
  'after the balance is reserved': ({ chains, custody }: Ports) => ({
    chains,
    custody: { ...custody, signedTransaction: crash },
  }),
  'after the coins are taken': ({ chains, custody }: Ports) => ({
    chains,
    custody: { ...custody, signBitcoinTransaction: crash },
  }),
  'after signing': ({ chains, custody }: Ports) => ({
    chains,
    custody: {
      ...custody,
      async signBitcoinTransaction(ask) {
        await custody.signBitcoinTransaction(ask)
        return crash()
      },
    },
  }),
  'after the signed bytes are stored': ({ chains, custody }: Ports) => ({
    chains: withBitcoin(chains, () => ({ broadcast: crash })),
    custody,
  }),
  'after handing in': ({ chains, custody }: Ports) => ({
    chains: withBitcoin(chains, (chain) => ({
      async broadcast(raw) {
        await chain.broadcast(raw)
        return crash()
      },
    })),
    custody,
  }),
}

describe.each(Object.entries(POINTS))('a process that ends %s', (_, wrap) => {
  test('leaves a send that the next one finishes: once, with one txid', async () => {
    const userId = await rig.user()
    const { id: walletId, bitcoin: address } = await rig.wallet(userId)
    await rig.services.kyc.complete({ walletId })
    await rig.deposit({ address, value: 60_000 }, { address, value: 50_000 })
    await rig.restart({}, wrap)
    const sent = await rig.send(userId, walletId, 30_000n)
    await rig.idle()

    await rig.restart()
    await rig.services.transactions.resume()
    await rig.mine()
    rig.clock.advance(60_000)
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.mine()
    const hashes = rig.pushLog
      .named('transaction:updated', userId)
      .flatMap(({ id, hash }) => (id === sent.id && hash ? [hash] : []))
    expect(new Set(hashes).size).toBe(1)
    const rows = await rig.listed(userId, walletId)
    const done = rows.find(({ id }) => id === sent.id)
    expect(done).toMatchObject({ status: 'success', hash: hashes[0] })
    expect(rows.filter(({ direction }) => direction === 'outcome')).toHaveLength(1)
    const left = (await rig.chain.unspent(address)).reduce((sum, { value }) => sum + value, 0n)
    expect(left).toBe(110_000n - 30_000n - BigInt(done?.fee ?? 0))
    expect((await rig.bitcoinOf(userId, walletId))?.amount).toBe(left.toString())
  })
})

describe.each([
  ['speeds a send up', false, 'success'],
  ['cancels a send', true, 'cancelled'],
] as const)('a process that %s and ends between signature and rows', (_, cancels, status) => {
  test('leaves one row that says what was mined', async () => {
    await rig.restart()
    const userId = await rig.user()
    const { id: walletId, bitcoin: address } = await rig.wallet(userId)
    await rig.services.kyc.complete({ walletId })
    await rig.deposit({ address, value: 100_000 })
    const sent = await rig.send(userId, walletId, 30_000n)
    await rig.idle()
    await rig.restart({}, ({ chains, custody }) => ({
      chains,
      custody: {
        ...custody,
        async replaceTransaction(ask) {
          await custody.replaceTransaction(ask)
          return crash()
        },
      },
    }))
    const offer = await rig.services.transactions.replacement(userId, walletId, sent.id)
    const { fee: maxFee = '' } = cancels ? offer.cancel : offer.speedUp
    const caller = await rig.caller(userId)
    const replaced = rig.services.transactions.replace(caller, walletId, sent.id, { cancels, maxFee })
    await expect(replaced).rejects.toThrow()

    // It is in a block, and seen there, as soon as it is handed in.
    await rig.restart({}, ({ chains, custody }) => ({
      custody,
      chains: withBitcoin(chains, (chain) => ({
        async broadcast(raw) {
          const answer = await chain.broadcast(raw)
          await regtest.mine()
          await rig.tick()
          return answer
        },
      })),
    }))
    rig.clock.advance(60_000)
    await rig.services.transactions.resume()
    await rig.mine()
    const rows = await rig.listed(userId, walletId)
    expect(rows.filter(({ direction }) => direction === 'outcome')).toMatchObject([
      { id: sent.id, status, fee: maxFee, attempts: [{ cancels: false }, { cancels }] },
    ])
  })
})

test('a send that reaches its signers too late is told as not sent, and its coins are free', async () => {
  await rig.restart()
  const userId = await rig.user()
  const { id: walletId, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId })
  await rig.deposit({ address, value: 100_000 })
  isLate = true
  const sent = await rig.send(userId, walletId, 30_000n)
  await rig.idle()
  isLate = false
  await rig.services.transactions.resume()
  await rig.idle()
  expect((await rig.listed(userId, walletId)).find(({ id }) => id === sent.id)).toMatchObject({
    ...{ status: 'failed', hash: null, rejectReason: expect.stringMatching(/^Not sent/) },
  })
  const next = await rig.send(userId, walletId, 90_000n)
  await rig.mine()
  expect((await rig.listed(userId, walletId)).find(({ id }) => id === next.id)?.status).toBe('success')
})
