// @vitest-environment node
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { drawnSendText } from '#domain/drawn.ts'
import { PAUSED } from '#domain/sendrule.ts'
import { addressText, makeIsSigned } from '#server/custody/custody.ts'
import { NOT_SENT } from '#server/custody/hold/hold.ts'
import { faultOf } from '#server/custody/verify.ts'
import { bitcoinWallet, coin, NETWORK, offer, PAYEE, pay, paying } from './bitcoin.ts'
import {
  approve,
  type Bench,
  bench,
  DAY,
  grant,
  propose,
  refused,
  send,
  sending,
  stateOf,
} from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

const logOf = ({ custody }: Pick<Bench, 'custody'>) => custody.approvalLog({ walletId: 'safe' })
const typesOf = async (made: Bench) => (await logOf(made)).entries.map(({ type }) => type)
const verified = async (made: Bench) =>
  expect(await faultOf(JSON.parse(JSON.stringify(await logOf(made))))).toBeUndefined()

/** That a node takes it: each input signed by the key of the address, over all outputs and what is spent. */
const checkSigned = (raw: string, address: string, values: readonly string[]) => {
  const own = decodeAddress(address, NETWORK)
  const signed = Transaction.fromHex(raw)
  for (const [index, input] of signed.ins.entries()) {
    const digest = signed.hashForWitnessV1(
      index,
      values.map(() => own),
      values.map(BigInt),
      Transaction.SIGHASH_DEFAULT,
    )
    expect(schnorr.verify(input.witness[0]!, digest, own.subarray(2))).toBe(true)
  }
  return signed.outs.map(({ script, value }) => ({ script: Buffer.from(script).toString('hex'), value }))
}
const scriptOf = (address: string) => Buffer.from(decodeAddress(address, NETWORK)).toString('hex')

describe('an account', () => {
  test('is made once, is signed for its owner, and is in the log alone', async () => {
    const made = await bitcoinWallet()
    const { custody, address } = made
    const ask = { walletId: 'safe', network: NETWORK } as const
    const again = await Promise.all([custody.addBitcoinAccount(ask), custody.addBitcoinAccount(ask)])
    expect(new Set(again.map((one) => one.address))).toEqual(new Set([address]))
    expect((await typesOf(made)).filter((type) => type === 'account-added')).toHaveLength(1)
    const { bitcoin } = await custody.wallet({ walletId: 'safe' })
    expect(bitcoin).toEqual([{ network: NETWORK, ...again[0] }])
    const { publicKey } = await custody.identity({})
    const text = addressText({ walletId: 'safe', userId: 'owner', network: NETWORK, address })
    expect(makeIsSigned(publicKey)(text, again[0]?.signature ?? '')).toBe(true)
    const [overview] = await custody.overview({ walletIds: ['safe'] })
    expect(overview?.accounts.map(({ network }) => network)).toEqual(['evm', NETWORK])
    await made.reopen({ signers: made.signers })
    expect((await made.custody.wallet({ walletId: 'safe' })).bitcoin).toEqual(bitcoin)
    await verified(made)
  })

  test('comes later where a signer is missing, and there is none without signers', async () => {
    const made = await bench()
    const ask = { walletId: 'safe', network: NETWORK } as const
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await refused(made.custody.addBitcoinAccount(ask), 'SignersAway')
    expect((await made.custody.wallet({ walletId: 'safe' })).bitcoin).toEqual([])
    await refused(made.custody.addBitcoinAccount({ ...ask, walletId: 'other' }), 'UnknownWallet')
    await refused(offer(made, paying(made)), 'BadInput')
  })
})

describe('a send', () => {
  test('pays exactly what was proposed, and the rest to the wallet itself', async () => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    expect(await offer(made, sent)).toMatchObject({
      txId: sent.txId,
      required: 0,
      feeCeiling: '1000',
      rate: '2000',
    })
    const { raw, hash } = await pay(made, sent)
    const outputs = checkSigned(raw, made.address, ['1000000'])
    expect(outputs).toEqual([
      { script: scriptOf(PAYEE), value: 100_000n },
      { script: scriptOf(made.address), value: 899_600n },
    ])
    expect(hash).toBe(Transaction.fromHex(raw).getId())
    expect(await stateOf(made, sent.name)).toMatchObject({ status: 'signed', hash })
    const { items } = await made.custody.openTransactions({ walletIds: ['safe'] })
    expect(items).toMatchObject([
      { family: 'bitcoin', txId: sent.txId, signing: { coins: sent.coins, change: sent.change, hash } },
    ])
    await verified(made)
  })

  test('says in the words that guardians sign what it does', async () => {
    const made = await bitcoinWallet(['ada'], 1)
    const sent = paying(made)
    await offer(made, sent)
    const { terms, exact } = await stateOf(made, sent.name)
    expect(terms).toEqual({
      transaction: sent.txId,
      wallet: `Savings ${made.address}`,
      network: 'Bitcoin Regtest (bip122:0f9188f13cb7b2c71f2a335e3a4fc328)',
      action: 'send',
      amount: '0.001 BTC',
      asset: 'native',
      to: PAYEE,
      data: 'none',
      fee: '0.00001 BTC',
      expires: sent.expiresAt,
    })
    expect(exact).toMatchObject({ family: 'bitcoin', units: '100000', from: made.address })
  })

  test('waits for its guardians', async () => {
    const made = await bitcoinWallet(['ada', 'bob'], 2)
    const sent = paying(made)
    expect(await offer(made, sent)).toMatchObject({ required: 2, of: 2 })
    await refused(pay(made, sent), 'ApprovalMissing')
    await approve(made, made.people[0]!, sent.name)
    await refused(pay(made, sent), 'ApprovalMissing')
    expect(made.said.signed()).toBe(0)
    await approve(made, made.people[1]!, sent.name)
    checkSigned((await pay(made, sent)).raw, made.address, ['1000000'])
    await verified(made)
  })

  test('is the same one when it is proposed or signed again, whatever is asked then', async () => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    await offer(made, sent)
    expect(await offer(made, { ...sent, feeCeiling: '5000' })).toMatchObject({ feeCeiling: '1000' })
    const { details } = await refused(offer(made, { ...sent, amount: '100001' }), 'TransactionChanged')
    expect(details).toMatchObject({ field: 'Amount', txId: sent.txId })
    await refused(offer(made, { ...sent, recipient: made.address }), 'TransactionChanged')
    const first = await pay(made, sent)
    const asked = made.said.signed()
    expect(await pay(made, { ...sent, coins: [coin(500_000)], change: '1' })).toEqual(first)
    await made.reopen({ signers: made.signers })
    expect(await pay(made, sent)).toEqual(first)
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })).toEqual(first)
    expect(made.said.signed()).toBe(asked)
  })

  test('keeps its txid where the signed bytes were lost', async () => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    await offer(made, sent)
    const { hash } = await pay(made, sent)
    await made.custody.close()
    await rm(join(made.dir, 'signed'), { recursive: true })
    await made.reopen({ signers: made.signers })
    const again = await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })
    expect(again?.hash).toBe(hash)
    checkSigned(again?.raw ?? '', made.address, ['1000000'])
  })

  test('goes on where the signers were away after it had begun, with the coins of then', async () => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    await offer(made, sent)
    made.said.isAway = true
    await refused(pay(made, sent), 'SignersAway')
    await refused(
      made.custody.cancel({ grant: await grant(made, 'owner'), walletId: 'safe', txId: sent.txId }),
      'AlreadySigned',
    )
    made.said.isAway = false
    const { raw } = await pay(made, { ...sent, coins: [coin(1_000_000)] })
    const [input] = Transaction.fromHex(raw).ins
    expect(Buffer.from(input!.hash).reverse().toString('hex')).toBe(sent.coins[0]?.txid)
  })

  test.each([
    ['a fee above the ceiling', { change: '898999' }, 'FeeAboveCeiling'],
    ['no fee', { change: '900000' }, 'BadInput'],
    ['coins that do not cover it', { change: '999999' }, 'BadInput'],
    ['change that is dust', { coins: [coin(100_700)], change: '100' }, 'BadInput'],
  ] as const)('is not signed with %s', async (_, other, code) => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    await offer(made, sent)
    await refused(
      pay(made, { ...sent, ...other, coins: 'coins' in other ? [...other.coins] : sent.coins }),
      code,
    )
    const [one] = sent.coins
    await refused(pay(made, { ...sent, coins: [one!, one!], change: '1899600' }), 'BadInput')
    expect(await typesOf(made)).not.toContain('signing')
    expect(made.said.signed()).toBe(0)
  })

  test('never shares a coin with another one that is open', async () => {
    const made = await bitcoinWallet()
    const [first, second] = [paying(made), paying(made, 'btc-2')]
    await offer(made, first)
    await offer(made, second)
    await pay(made, first)
    const { details } = await refused(pay(made, { ...second, coins: first.coins }), 'CoinTaken')
    expect(details.coin).toBe(`${first.coins[0]?.txid}:1`)
    await made.custody.end({ walletId: 'safe', txId: first.txId, outcome: 'final' })
    expect(
      (await pay(made, { ...second, coins: [first.coins[0]!, coin(5000)], change: '904600' })).hash,
    ).toMatch(/^\w{64}$/)
  })

  test('is not signed late, cancelled, by the other call, or to an address of another network', async () => {
    const made = await bitcoinWallet()
    const [late, other, cancelled] = [paying(made), paying(made, 'btc-2'), paying(made, 'btc-3')]
    for (const sent of [late, cancelled]) await offer(made, sent)
    await refused(
      offer(made, { ...other, recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
      'BadInput',
    )
    await refused(offer(made, { ...other, amount: '293' }), 'BadInput')
    await made.custody.cancel({ grant: await grant(made, 'owner'), walletId: 'safe', txId: cancelled.txId })
    await refused(pay(made, cancelled), 'Ended')
    const { tx } = sending()
    const evm = { walletId: 'safe', txId: late.txId, tx, mined: 0 }
    await refused(made.custody.signEvmTransaction(evm), 'TransactionChanged')
    const evmSent = sending('tx-evm')
    await propose(made, evmSent)
    await refused(pay(made, { ...late, txId: evmSent.txId }), 'TransactionChanged')
    made.clock.pass(8 * DAY)
    await refused(pay(made, late), 'Expired')
  })

  test('is only the one that was shown', async () => {
    const made = await bitcoinWallet()
    const sent = paying(made)
    const shown = (recipient: string, units = sent.amount, symbol?: string) =>
      createHash('sha256')
        .update(
          drawnSendText({
            ...{ walletId: 'safe', blockchain: `bitcoin:${NETWORK}`, contract: undefined, decimals: 8 },
            ...{ item: undefined, units, recipient, symbol },
          }),
        )
        .digest('hex')
    await refused(offer(made, sent, { shown: shown(made.address) }), 'TransactionChanged')
    await refused(offer(made, sent, { shown: shown(PAYEE, '1') }), 'TransactionChanged')
    await refused(offer(made, sent, { shown: shown(PAYEE, sent.amount, 'TEST') }), 'TransactionChanged')
    await offer(made, sent, { shown: shown(PAYEE, sent.amount, 'btc') })
    // A page that knows no symbols yet.
    await offer(made, sent, { shown: shown(PAYEE) })
  })
})

describe('a transaction that the journal does not know', () => {
  const UNKNOWN = 'ab'.repeat(32)
  const noted = ({ custody }: Pick<Bench, 'custody'>, hash: string, walletId = 'safe') =>
    custody.noteSpent({ network: NETWORK, transactions: [{ walletId, hash }] })

  test('holds the wallet on that network alone, until an operator and the chain have agreed', async () => {
    const made = await bitcoinWallet()
    const [first, second] = [paying(made), paying(made, 'btc-2')]
    await offer(made, first)
    const { hash } = await pay(made, first)
    await offer(made, second)
    expect(await noted(made, hash)).toEqual({ held: [] })
    expect(await noted(made, UNKNOWN, 'nobodys')).toEqual({ held: [] })
    expect(await noted(made, UNKNOWN)).toEqual({ held: ['safe'] })
    expect(await noted(made, UNKNOWN)).toEqual({ held: [] })
    await made.reopen({ signers: made.signers })
    expect((await refused(offer(made, paying(made, 'btc-3')), 'Held')).message).toBe(PAUSED)
    expect((await refused(pay(made, second), 'Ended')).message).toBe(NOT_SENT)
    expect((await pay(made, first)).hash).toBe(hash)
    await send(made, sending('tx-1'))
    expect(await made.custody.holds({ walletId: 'safe' })).toMatchObject([
      { reason: 'unknown-transaction', network: NETWORK, missing: { operator: true } },
    ])
    expect((await made.operator.status({}))[0]?.text).toContain(`held on Bitcoin ${NETWORK}`)
    const release = (waiting: string[]) =>
      made.custody.releaseBitcoin({ walletId: 'safe', network: NETWORK, waiting })
    await refused(release([]), 'NotAllowed')
    await made.operator.release({ walletId: 'safe', counts: [] })
    await refused(release(['cd'.repeat(32)]), 'ChainAhead')
    expect(await release([hash])).toEqual({ released: true })
    expect(await release([])).toEqual({ released: false })
    expect(await noted(made, UNKNOWN)).toEqual({ held: [] })
    await refused(pay(made, second), 'Ended')
    await offer(made, paying(made, 'btc-4'))
    await verified(made)
  })
})

test('every change of a wallet with such an account is brought to the signers at once', async () => {
  const made = await bitcoinWallet(['ada'], 1)
  await offer(made, paying(made))
  await made.custody.close()
  const { entries } = await made.reopen({ signers: made.signers }).then(() => logOf(made))
  expect(made.said.logs.get('safe')?.at(-1)?.hash).toBe(entries.at(-1)?.hash)
})

test('its entries lie in the copies before anything signed leaves, and fill a folder that lost them', async () => {
  const mirror = memoryMirror()
  const made = await bitcoinWallet()
  const { signers } = made
  await made.reopen({ mirror, signers })
  const sent = paying(made)
  await offer(made, sent)
  const goOn = mirror.hold()
  let isOut = false
  const signing = pay(made, sent).then((signed) => {
    isOut = true
    return signed
  })
  await expect.poll(() => typesOf(made)).toContain('signed')
  expect(isOut).toBe(false)
  goOn()
  const { hash } = await signing
  const before = (await logOf(made)).head
  await made.custody.close()
  for (const folder of ['logs', 'heads', 'signed'])
    await rm(
      join(made.dir, folder, folder === 'logs' ? 'safe.log' : folder === 'heads' ? 'safe.head' : 'safe'),
      { recursive: true },
    )
  await made.reopen({ mirror, signers })
  expect((await logOf(made)).head).toBe(before)
  expect((await made.custody.wallet({ walletId: 'safe' })).bitcoin).toHaveLength(1)
  expect((await pay(made, sent)).hash).toBe(hash)
})
