// @vitest-environment node
import { networks, payments } from 'bitcoinjs-lib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { makeBitcoinChain } from '#server/chains/bitcoin/node.ts'
import { emptyCoins, selectCoins } from '#server/modules/transactions/bitcoin/select.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { outputKey, type Party, type Share } from '#server/signer/share.ts'
import { draftSpend, Spend, scriptOf } from '#server/signer/spend.ts'
import { makeTrio, PAIRS, signAs } from './trio.ts'

const log = pino({ level: 'silent' })
const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const RATE = 2500n
let regtest: Regtest
let chain: BitcoinChain
let shares: Share[]
let key: Uint8Array
let address: string

beforeAll(async () => {
  regtest = await startRegtest({ log })
  chain = makeBitcoinChain({
    ...{ blockchain: 'bitcoin:regtest', esploraUrl: regtest.url, confirmations: 1, pollMs: 100, log },
  })
  shares = makeTrio()
  const [share] = shares
  if (!share) throw new Error('There are three')
  key = outputKey(share)
  address = payments.p2tr({ pubkey: key, network: networks.regtest }).address ?? ''
})
afterAll(() => regtest?.stop())

const to = decodeAddress(STRANGER, 'regtest')

/** From coins that are chosen to a transaction on the chain, signed by a pair. */
const send = async (pair: readonly [Party, Party], amount: bigint) => {
  const free = await chain.unspent(address)
  const chosen = selectCoins(free, { amount, script: to, changeScript: scriptOf(key), rate: RATE })
  if (!chosen) throw new Error('The coins do not cover it')
  const spend = Spend.parse({
    network: 'regtest',
    coins: chosen.coins.map(({ txid, vout, value }) => ({ txid, vout, value: String(value) })),
    recipient: STRANGER,
    amount: String(amount),
    change: String(chosen.change),
    feeCeiling: String(chosen.fee),
  })
  const draft = draftSpend(spend, key)
  const raw = draft.sign(draft.digests.map((digest) => signAs(shares, pair, digest)))
  expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' })
  await regtest.mine()
  const mined = await chain.transaction(draft.txid)
  expect(mined).toMatchObject({ fee: chosen.fee, block: { number: await chain.head() } })
  expect(mined?.outputs[0]).toEqual({ address: STRANGER, value: amount })
  return { ...chosen, txid: draft.txid }
}

test.each(PAIRS)(
  'signers %d and %d spend two coins of the wallet, with change, on the chain',
  async (...pair) => {
    const before = (await chain.unspent(address)).reduce((sum, { value }) => sum + value, 0n)
    await regtest.give([
      { address, value: 50_000 },
      { address, value: 40_000 },
    ])
    await regtest.mine()
    const { fee, change, txid } = await send(pair, 70_000n)
    const left = await chain.unspent(address)
    expect(left).toContainEqual(expect.objectContaining({ txid, vout: 1, value: change }))
    expect(left.reduce((sum, { value }) => sum + value, 0n)).toBe(before + 20_000n - fee)
  },
)

test('everything is sent, and nothing is left', async () => {
  await regtest.give([{ address, value: 9000 }])
  await regtest.mine()
  const coins = await chain.unspent(address)
  const all = emptyCoins(coins, { script: to, rate: RATE })
  expect(await send([1, 2], all?.amount ?? 0n)).toMatchObject({ fee: all?.fee, change: 0n })
  expect(await chain.unspent(address)).toEqual([])
})
