// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { feeOf, sizeOf } from '#domain/bitcoinsize.ts'
import { AMOUNT_BALANCE } from '#domain/sendrule.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, STRANGER } from './rig.ts'

let regtest: Regtest
let rig: BitcoinRig
onRegtest((both) => {
  ;({ regtest, rig } = both)
})

/** A verified wallet with coins of these values. */
const owned = async (...coins: number[]) => {
  const userId = await rig.user()
  const { id, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  if (coins.length > 0) await rig.deposit(...coins.map((value) => ({ address, value })))
  const row = async (txId: string) => (await rig.listed(userId, id)).find((one) => one.id === txId)
  const held = async () => BigInt((await rig.bitcoinOf(userId, id))?.amount ?? 0)
  const send = (...about: [bigint, Parameters<BitcoinRig['send']>[3]?]) => rig.send(userId, id, ...about)
  const fees = async (amount: bigint, recipient = STRANGER) => {
    const draft = await rig.draft(userId, id, amount, { recipient })
    return rig.services.transactions.estimateBitcoin(userId, id, draft)
  }
  return { userId, id, address, row, held, send, fees }
}
type Owned = Awaited<ReturnType<typeof owned>>

const seen = async (hash: string | null | undefined) => {
  const found = hash ? await rig.chain.transaction(hash) : undefined
  if (!found) throw new Error('The chain does not know it')
  return found
}

const spentBy = async ({ row }: Owned, id: string) =>
  (await seen((await row(id))?.hash)).inputs.map(({ txid, vout }) => `${txid}:${vout}`)

test('a send goes out with change, costs what was estimated, and is told at each step', async () => {
  const wallet = await owned(100_000)
  const fee = BigInt((await wallet.fees(30_000n)).NORMAL)
  const sent = await wallet.send(30_000n, { description: 'Rent' })
  expect(sent).toMatchObject({
    ...{ status: 'broadcasting', direction: 'outcome', amount: '30000', description: 'Rent' },
    ...{ sender: wallet.address, recipient: STRANGER, assetSymbol: 'btc', blockchain: 'bitcoin:regtest' },
  })
  await rig.idle()
  const { inputs, outputs, fee: paid, block } = await seen((await wallet.row(sent.id))?.hash)
  expect(block).toBeUndefined()
  expect(paid).toBe(fee)
  expect(inputs).toHaveLength(1)
  expect(outputs).toEqual([
    { address: STRANGER, value: 30_000n },
    { address: wallet.address, value: 70_000n - fee },
  ])
  await rig.mine()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', fee: fee.toString(), amount: '30000' })
  expect(await wallet.held()).toBe(70_000n - fee)
  expect(
    (await rig.listed(wallet.userId, wallet.id)).filter(({ direction }) => direction === 'outcome'),
  ).toHaveLength(1)
  const open = await rig.custody.openTransactions({ walletIds: [wallet.id] })
  expect(open.items).toEqual([])
})

test('its own change is spent while it waits, what others sent is not', async () => {
  const wallet = await owned(100_000)
  await wallet.send(30_000n)
  await rig.idle()
  const second = await wallet.send(50_000n)
  await rig.idle()
  const child = await seen((await wallet.row(second.id))?.hash)
  expect(child.inputs).toMatchObject([{ address: wallet.address }])
  await regtest.give([{ address: wallet.address, value: 90_000 }])
  await rig.tick()
  await expect(wallet.send(40_000n)).rejects.toMatchObject({
    name: 'InsufficientFundsError',
    message: AMOUNT_BALANCE,
  })
  await rig.mine()
  expect(await wallet.row(second.id)).toMatchObject({ status: 'success' })
})

test('everything is sent to the satoshi', async () => {
  const wallet = await owned(60_000, 41_000, 7_000)
  const fee = BigInt((await wallet.fees(108_000n)).NORMAL)
  const sent = await wallet.send(108_000n - fee)
  await rig.mine()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', fee: fee.toString() })
  expect(await wallet.held()).toBe(0n)
  expect((await seen((await wallet.row(sent.id))?.hash)).outputs).toHaveLength(1)
})

test('change that would be dust goes to the fee', async () => {
  const wallet = await owned(50_000)
  const whole = BigInt((await wallet.fees(50_000n)).NORMAL)
  const sent = await wallet.send(50_000n - whole - 200n)
  await rig.idle()
  const { outputs, fee } = await seen((await wallet.row(sent.id))?.hash)
  expect(outputs).toHaveLength(1)
  expect(fee).toBe(whole + 200n)
  await rig.mine()
  expect(await wallet.held()).toBe(0n)
})

describe('what cannot be sent', () => {
  test('is refused with the words of the form', async () => {
    const wallet = await owned(20_000)
    const fee = BigInt((await wallet.fees(10_000n)).NORMAL)
    const short = { name: 'InsufficientFundsError', message: AMOUNT_BALANCE }
    await expect(wallet.send(20_000n)).rejects.toMatchObject(short)
    await expect(wallet.send(20_001n)).rejects.toMatchObject(short)
    const bad = (message: string) => ({ name: 'ValidationError', message })
    await expect(wallet.send(329n)).rejects.toMatchObject(
      bad('The amount should be at least 330 satoshi for this address.'),
    )
    await expect(
      wallet.send(5000n, { recipient: 'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz' }),
    ).rejects.toMatchObject(bad('Wallet address should be a valid Bitcoin regtest address'))
    await expect(wallet.send(5000n, { maxFee: (fee - 1n).toString() })).rejects.toMatchObject({
      name: 'ConflictError',
      message: 'Network fees rose. Check the new fee.',
    })
  })

  test('before identity verification, or by the call of the other family', async () => {
    const userId = await rig.user()
    const { id, bitcoin: address } = await rig.wallet(userId)
    await rig.deposit({ address, value: 20_000 })
    await expect(rig.send(userId, id, 5000n)).rejects.toMatchObject({ name: 'KycRequiredError' })
    await rig.services.kyc.complete({ walletId: id })
    const draft = await rig.draft(userId, id, 5000n)
    const { transactions } = rig.services
    await expect(transactions.sendEvm(await rig.caller(userId), id, draft)).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'This is a Bitcoin asset. Send it with transactions/send.',
    })
  })
})

test('an address in capitals is sent in small letters', async () => {
  const wallet = await owned(20_000)
  const sent = await wallet.send(5000n, { recipient: STRANGER.toUpperCase() })
  expect(sent.recipient).toBe(STRANGER)
  await rig.mine()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', recipient: STRANGER })
})

test('the same key is one send', async () => {
  const wallet = await owned(50_000)
  const draft = await rig.draft(wallet.userId, wallet.id, 5000n)
  const caller = await rig.caller(wallet.userId)
  const key = randomUUID()
  const again = () => rig.services.transactions.sendBitcoin(caller, wallet.id, draft, key)
  const [first, second] = [await again(), await again()]
  await rig.mine()
  expect((await again()).id).toBe(first.id)
  expect(second.id).toBe(first.id)
  await expect(
    rig.services.transactions.sendBitcoin(caller, wallet.id, { ...draft, amount: '6000' }, key),
  ).rejects.toMatchObject({ name: 'ConflictError' })
})

test('sends at the same moment, by two processes, never share a coin, and none is lost', async () => {
  const wallet = await owned(...Array.from({ length: 8 }, (_, index) => 20_000 + index))
  const beside = rig.beside()
  const caller = await rig.caller(wallet.userId)
  const draft = await rig.draft(wallet.userId, wallet.id, 15_000n)
  const ids = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (index) => {
      const { transactions } = index % 2 === 0 ? rig.services : beside
      return (await transactions.sendBitcoin(caller, wallet.id, draft)).id
    }),
  )
  await beside.transactions.idle()
  await rig.idle()
  await rig.services.transactions.resume()
  const coins = (await Promise.all(ids.map((id) => spentBy(wallet, id)))).flat()
  expect(new Set(coins).size).toBe(coins.length)
  await rig.mine()
  for (const id of ids) expect(await wallet.row(id)).toMatchObject({ status: 'success' })
})

test('a send waits for what comes back of one that is being signed', async () => {
  const closed = { custody: false, signing: false }
  const locked = () => Promise.reject(new CustodyRefusal('Locked', 'Not now'))
  await rig.restart({}, ({ chains, custody }) => ({
    chains,
    custody: {
      ...custody,
      signedTransaction: (ask) => (closed.custody ? locked() : custody.signedTransaction(ask)),
      signBitcoinTransaction: (ask) => (closed.signing ? locked() : custody.signBitcoinTransaction(ask)),
    },
  }))
  const wallet = await owned(100_000)
  closed.custody = true
  const ids = [(await wallet.send(30_000n)).id, (await wallet.send(40_000n)).id]
  await rig.idle()
  Object.assign(closed, { custody: false, signing: true })
  await rig.services.transactions.resume()
  await rig.idle()
  for (const id of ids) expect(await wallet.row(id)).toMatchObject({ status: 'broadcasting', hash: null })
  closed.signing = false
  await rig.services.transactions.resume()
  await rig.mine()
  for (const id of ids) expect(await wallet.row(id)).toMatchObject({ status: 'success' })
  await rig.restart()
})

/** A chain in JavaScript needs seconds for 300 signatures. */
const MANY = process.env.DEEP ? 300 : 60

test(`${MANY} small coins are one payment`, { timeout: 120_000 }, async () => {
  const wallet = await owned()
  await rig.deposit(...Array.from({ length: MANY }, () => ({ address: wallet.address, value: 2000 })))
  const all = BigInt(MANY * 2000)
  const whole = BigInt((await wallet.fees(all)).NORMAL)
  const sent = await wallet.send(all - whole)
  await rig.mine()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', fee: whole.toString() })
  expect(await wallet.held()).toBe(0n)
})

test.skipIf(!process.env.DEEP)(
  'more coins than one transaction may spend: Max is sent, more is refused in words',
  {
    timeout: 900_000,
  },
  async () => {
    const wallet = await owned(...Array.from({ length: 500 }, () => 2000))
    const { address } = wallet
    await rig.deposit(...Array.from({ length: 501 }, () => ({ address, value: 2000 })))
    const { NORMAL: fee, most } = await wallet.fees(2_002_000n)
    expect(most?.NORMAL).toBe('2000000')
    const all = BigInt(most?.NORMAL ?? 0) - BigInt(fee)
    await expect(wallet.send(all + 1n)).rejects.toThrow('small coins')
    const sent = await wallet.send(all)
    await rig.mine()
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', fee })
    expect(await wallet.held()).toBe(2000n)
  },
)

test('a reorganisation that drops a send lets it wait, and it is handed in again', async () => {
  const wallet = await owned(100_000)
  const sent = await wallet.send(30_000n)
  await rig.mine()
  const { hash } = (await wallet.row(sent.id)) ?? {}
  await regtest.reorganise(1, { forget: true })
  await rig.tick()
  await rig.idle()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'broadcasting', blockNumber: null, hash })
  await rig.services.transactions.resume()
  await rig.mine()
  expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', hash })
})

describe('a coin that is spent elsewhere', () => {
  /** Signed with the wallet's own key, past custody. */
  const elsewhere = (wallet: Owned, coins: { txid: string; vout: number; value: bigint }[], value: bigint) =>
    rig.purseOf(wallet.id).spend(coins, [{ address: STRANGER, value }])
  const reserved = async ({ userId, id }: Owned) => (await rig.bitcoinOf(userId, id))?.reserved
  /** Handed in again, half a minute later. */
  const again = async () => {
    rig.clock.advance(31_000)
    await rig.services.transactions.resume()
    await rig.idle()
  }
  /** A send whose coin another transaction has spent in a block. */
  const overtaken = async () => {
    const wallet = await owned(100_000)
    const coins = await rig.chain.unspent(wallet.address)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    const poor = elsewhere(wallet, coins, 99_800n)
    expect(await rig.chain.broadcast(poor.raw)).toEqual({ kind: 'spent' })
    const rich = elsewhere(wallet, coins, 60_000n)
    expect(await rig.chain.broadcast(rich.raw)).toEqual({ kind: 'accepted' })
    await regtest.mine()
    await rig.tick()
    await again()
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'broadcasting', blockNumber: null })
    expect(await reserved(wallet)).not.toBe('0')
    return { wallet, sent }
  }
  beforeAll(async () => {
    await rig.restart({ BITCOIN_CONFIRMATIONS: '3' })
  })
  afterAll(async () => {
    await rig.restart()
  })

  test('fails its send for good once that is final, and its balance is free', async () => {
    const { wallet, sent } = await overtaken()
    await regtest.mine(2)
    await rig.tick()
    await again()
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'broadcasting' })
    await regtest.mine()
    await rig.tick()
    await again()
    expect(await wallet.row(sent.id)).toMatchObject({
      ...{ status: 'failed', blockNumber: null },
      rejectReason: 'Another transaction of this address took its place. Nothing was sent.',
    })
    expect(await reserved(wallet)).toBe('0')
    expect(await wallet.held()).toBe(0n)
    expect((await rig.custody.openTransactions({ walletIds: [wallet.id] })).items).toEqual([])
  })

  test('may go back to the first attempt, while too few blocks follow the one that took its place', async () => {
    const wallet = await owned(100_000)
    const { id } = await wallet.send(30_000n)
    await rig.idle()
    const { hash: first } = (await wallet.row(id)) ?? {}
    const loser = await rig.custody.signedTransaction({ walletId: wallet.id, txId: id })
    const open = async () => (await rig.custody.openTransactions({ walletIds: [wallet.id] })).items.length
    const caller = await rig.caller(wallet.userId)
    await rig.services.transactions.replace(caller, wallet.id, id, { cancels: true, maxFee: '99999' })
    await rig.mine(2)
    expect(await wallet.row(id)).toMatchObject({ status: 'broadcasting', attempts: [{}, { cancels: true }] })
    expect((await wallet.row(id))?.blockNumber).not.toBeNull()
    expect(await open()).toBe(1)
    await regtest.reorganise(2, { forget: true })
    expect(await rig.chain.broadcast(loser?.raw ?? '')).toEqual({ kind: 'accepted' })
    await regtest.mine()
    await rig.tick()
    await rig.mine(2)
    expect(await wallet.row(id)).toMatchObject({ status: 'success', hash: first })
    expect(await wallet.held()).toBe(70_000n - BigInt((await wallet.row(id))?.fee ?? 0))
    expect(await open()).toBe(0)
  })

  test('lets its send go on where the block that spent it is replaced', async () => {
    const { wallet, sent } = await overtaken()
    await regtest.reorganise(1, { forget: true })
    await regtest.mine()
    await rig.tick()
    await again()
    await rig.mine(3)
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', rejectReason: null })
  })
})

describe('a send that hangs', () => {
  const offered = ({ userId, id }: Owned, txId: string) =>
    rig.services.transactions.replacement(userId, id, txId)
  const replace = async ({ userId, id }: Owned, txId: string, cancels: boolean, maxFee?: string) =>
    rig.services.transactions.replace(await rig.caller(userId), id, txId, { cancels, maxFee: maxFee ?? '' })

  test('is sped up: the same recipient, a higher fee, one row', async () => {
    const wallet = await owned(100_000)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    const { hash: first } = (await wallet.row(sent.id)) ?? {}
    const { speedUp } = await offered(wallet, sent.id)
    await replace(wallet, sent.id, false, speedUp.fee)
    await rig.idle()
    const { hash: second, attempts } = (await wallet.row(sent.id)) ?? {}
    expect(attempts).toEqual([
      { hash: first, cancels: false },
      { hash: second, cancels: false },
    ])
    const [before, now] = [await rig.chain.transaction(first ?? ''), await seen(second)]
    expect(before).toBeUndefined()
    expect(now.fee.toString()).toBe(speedUp.fee)
    expect(now.outputs[0]?.value).toBe(30_000n)
    // What would have come back of the first one never comes.
    await expect(wallet.send(100_000n)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
    await rig.mine()
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', hash: second, fee: speedUp.fee })
    expect(await wallet.held()).toBe(70_000n - BigInt(speedUp.fee ?? 0))
    expect((await rig.custody.openTransactions({ walletIds: [wallet.id] })).items).toEqual([])
    await expect(offered(wallet, sent.id)).rejects.toMatchObject({ name: 'ConflictError' })
  })

  test('is cancelled: it pays nobody, and its row says so', async () => {
    const wallet = await owned(100_000)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    const { cancel } = await offered(wallet, sent.id)
    await expect(replace(wallet, sent.id, true, '1')).rejects.toMatchObject({ name: 'ConflictError' })
    await replace(wallet, sent.id, true, cancel.fee)
    await rig.idle()
    expect((await offered(wallet, sent.id)).speedUp).toEqual({ why: 'It is being cancelled already.' })
    await rig.mine()
    expect(await wallet.row(sent.id)).toMatchObject({
      ...{ status: 'cancelled', rejectReason: 'Cancelled on the network. The fee was paid.' },
      ...{ fee: cancel.fee, amount: '30000' },
    })
    expect(await wallet.held()).toBe(100_000n - BigInt(cancel.fee ?? 0))
    expect((await rig.custody.openTransactions({ walletIds: [wallet.id] })).items).toEqual([])
  })

  test('lists what the latest attempt spends and pays, not what an earlier one did', async () => {
    const wallet = await owned(100_000)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    const paid = async () => {
      await rig.tick()
      return (await wallet.row(sent.id))?.outputs?.map(({ value }) => value)
    }
    expect(await paid()).toHaveLength(2)
    const { speedUp } = await offered(wallet, sent.id)
    await replace(wallet, sent.id, false, speedUp.fee)
    await rig.idle()
    expect(await paid()).toEqual(['30000', `${70_000n - BigInt(speedUp.fee ?? 0)}`])
    const { cancel } = await offered(wallet, sent.id)
    await replace(wallet, sent.id, true, cancel.fee)
    await rig.idle()
    expect(await paid()).toEqual([`${100_000n - BigInt(cancel.fee ?? 0)}`])
    await rig.mine()
    expect(await paid()).toEqual([`${100_000n - BigInt(cancel.fee ?? 0)}`])
  })

  test('whose first attempt is mined after all is a success under that one’s hash', async () => {
    const wallet = await owned(100_000)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    const { hash: first } = (await wallet.row(sent.id)) ?? {}
    const { cancel } = await offered(wallet, sent.id)
    await regtest.mine()
    await replace(wallet, sent.id, true, cancel.fee)
    await rig.mine()
    expect(await wallet.row(sent.id)).toMatchObject({ status: 'success', hash: first })
    expect((await wallet.row(sent.id))?.attempts).toHaveLength(2)
    await expect(wallet.send(100_000n)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
    const next = await wallet.send(20_000n)
    await rig.mine()
    expect(await wallet.row(next.id)).toMatchObject({ status: 'success' })
    expect((await rig.custody.openTransactions({ walletIds: [wallet.id] })).items).toEqual([])
  })

  test('whose change another send spends is not replaced', async () => {
    const wallet = await owned(100_000)
    const sent = await wallet.send(30_000n)
    await rig.idle()
    await wallet.send(40_000n)
    await rig.idle()
    const why = 'What came back from this transaction is being spent already.'
    expect((await offered(wallet, sent.id)).cancel).toEqual({ why })
    await expect(replace(wallet, sent.id, true, '99999')).rejects.toMatchObject({ message: why })
  })

  test('whose change another send spends is sped up by that one, which pays for both', async () => {
    const wallet = await owned(100_000)
    const slow = await wallet.send(30_000n, { gas: 'slow' })
    await rig.idle()
    const child = await wallet.send(20_000n, { gas: 'slow' })
    await rig.idle()
    const last = await wallet.send(10_000n, { gas: 'slow' })
    await rig.idle()
    const { hash: parent } = (await wallet.row(slow.id)) ?? {}
    const before = await seen((await wallet.row(last.id))?.hash)
    const dear = vi.spyOn(rig.chain, 'fees').mockResolvedValue({ slow: 2000n, normal: 5000n, fast: 9000n })
    onTestFinished(() => dear.mockRestore())
    const { speedUp, through, fee } = await offered(wallet, slow.id)
    expect([through, fee]).toEqual([last.id, before.fee.toString()])
    await expect(replace(wallet, slow.id, false, fee)).rejects.toMatchObject({
      message: 'Network fees rose. Check the new fee.',
    })
    await replace(wallet, slow.id, false, speedUp.fee)
    await rig.idle()
    const rows = await Promise.all([slow, child, last].map(({ id }) => wallet.row(id)))
    expect(rows.map((one) => one?.attempts?.length)).toEqual([undefined, undefined, 2])
    expect(rows[0]?.hash).toBe(parent)
    const all = await Promise.all(rows.map((one) => seen(one?.hash)))
    const size = ({ inputs, outputs }: (typeof all)[number]) =>
      sizeOf(
        inputs.length,
        outputs.map(({ address }) => decodeAddress(address ?? '', 'regtest')),
      )
    const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
    // All three together pay the rate of the day.
    const together = all.reduce((total, one) => total + size(one), 0)
    expect(sum(all.map((one) => one.fee))).toBeGreaterThanOrEqual(feeOf(together, 9000n))
    expect(all[2]?.fee.toString()).toBe(speedUp.fee)
    await rig.mine()
    for (const { id } of [slow, child, last])
      expect(await wallet.row(id)).toMatchObject({ status: 'success' })
    expect((await rig.custody.openTransactions({ walletIds: [wallet.id] })).items).toEqual([])
  })
})
