// @vitest-environment node
import { networks, payments, Transaction } from 'bitcoinjs-lib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { makeBitcoinChain } from '#server/chains/bitcoin/node.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { outputKey, type Share } from '#server/signer/share.ts'
import { makeTrio, PAIRS, signAs } from './trio.ts'

const log = pino({ level: 'silent' })
const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
let regtest: Regtest
let chain: BitcoinChain
let shares: Share[]
let address: string
let script: Uint8Array

beforeAll(async () => {
  regtest = await startRegtest({ log })
  chain = makeBitcoinChain({
    ...{ blockchain: 'bitcoin:regtest', esploraUrl: regtest.url, confirmations: 1, pollMs: 100, log },
  })
  shares = makeTrio()
  const [share] = shares
  const paid = payments.p2tr({ pubkey: share && outputKey(share), network: networks.regtest })
  address = paid.address ?? ''
  script = paid.output ?? new Uint8Array()
})
afterAll(() => regtest?.stop())

test.each(PAIRS)(
  'signers %d and %d spend two coins of the wallet, with change, on the chain',
  async (...pair) => {
    await regtest.give([
      { address, value: 50_000 },
      { address, value: 40_000 },
    ])
    await regtest.mine()
    const coins = await chain.unspent(address)
    const total = coins.reduce((sum, { value }) => sum + value, 0n)
    const to = decodeAddress(STRANGER, 'regtest')
    const fee = feeOf(sizeOf(coins.length, [to, script]), 1000n)
    const transaction = new Transaction()
    transaction.version = 2
    for (const { txid, vout } of coins)
      transaction.addInput(Buffer.from(txid, 'hex').reverse(), vout, 0xfffffffd)
    transaction.addOutput(to, 20_000n)
    transaction.addOutput(script, total - 20_000n - fee)
    const digests = coins.map((_, index) =>
      transaction.hashForWitnessV1(
        index,
        coins.map(() => script),
        coins.map(({ value }) => value),
        Transaction.SIGHASH_DEFAULT,
      ),
    )
    digests.forEach((digest, index) => {
      transaction.setWitness(index, [signAs(shares, pair, digest)])
    })
    expect(await chain.broadcast(transaction.toHex())).toEqual({ kind: 'accepted' })
    await regtest.mine()
    expect(await chain.transaction(transaction.getId())).toMatchObject({
      fee,
      block: { number: await chain.head() },
    })
  },
)
