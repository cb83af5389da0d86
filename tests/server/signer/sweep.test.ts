import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import type { Sweeping } from '#server/custody/event.ts'
import { guardian, OTHER, walletLog } from './log.ts'
import { makeThree, type Three } from './three.ts'

const now = Date.parse('2030-01-01T00:00:00Z')
const A_COIN = [{ txid: 'ab'.repeat(32), vout: 0, value: '100000' }]
const anna = guardian('anna')
let three: Three
let log: ReturnType<typeof walletLog>
let old: string
let count = 0
const begin = async (walletId: string) => {
  log = walletLog(walletId, () => now)
  log.publish(await three.signers.makeKey(walletId, 'regtest'))
  old = log.address
}
beforeAll(async () => {
  three = await makeThree({ now: () => now })
})
afterAll(() => three.remove())

const renew = async (generation = 2) =>
  log.publish(await three.signers.makeKey(name(), 'regtest', generation))
const name = () => `wallet-${count}`
const sweep = async (more: Partial<Sweeping> = {}) => {
  const data = { txId: 'sweep-1', network: 'regtest' as const, from: old, to: log.address, coins: A_COIN }
  log.add({ type: 'sweeping', data: { ...data, amount: '99000', ...more } })
  await three.signers.tell(name(), log.entries)
  return three.signers.sign(name(), 'sweep-1')
}
const refused = (code: string, more: Partial<Sweeping> = {}) =>
  expect(sweep(more)).rejects.toMatchObject({ code })

test('no key is made in place of one that all its holders have', async () => {
  count += 1
  await begin(name())
  await expect(renew()).rejects.toMatchObject({ code: 'OutOfOrder' })
})

describe('where a signer was lost for good', () => {
  // The wallets that it had a share of.
  beforeAll(async () => {
    for (let made = 2; made <= 9; made += 1) {
      count = made
      await begin(name())
      logs.set(made, log)
    }
    await three.lose(3)
    count = 1
  })
  const logs = new Map<number, typeof log>()
  beforeEach(() => {
    count += 1
    log = logs.get(count) ?? log
    old = log.address
  })

  test('a new key of the signers that are there takes the coins of the last one, of a guarded wallet, too', async () => {
    await log.guard([anna])
    await renew()
    expect(log.address).not.toBe(old)
    const { raw, txid } = await sweep()
    const { outs, getId } = Transaction.fromHex(raw)
    expect(outs).toEqual([{ script: decodeAddress(log.address, 'regtest'), value: 99_000n }])
    expect(getId.call(Transaction.fromHex(raw))).toBe(txid)
    // What is sent from there still takes her word.
    log.propose()
    log.sign()
    await three.signers.tell(name(), log.entries)
    await expect(three.signers.sign(name(), 'tx-1')).rejects.toMatchObject({ code: 'ApprovalMissing' })
  })

  test('each pair signs with the new key', async () => {
    await renew()
    log.propose()
    log.sign()
    await three.signers.tell(name(), log.entries)
    for (const away of [1, 2, 3]) {
      three.put(async (party, _name, _message, ask) => {
        if (party === away) throw new Error('It is away')
        return ask()
      })
      expect((await three.signers.sign(name(), 'tx-1')).raw).toMatch(/^02/)
    }
    three.put()
  })

  test('nothing goes anywhere else', async () => {
    await renew()
    await refused('BadInput', { to: OTHER })
  })

  test('nothing goes back, or leaves the present key so', async () => {
    await renew()
    await refused('BadInput', { from: log.address, to: old })
  })

  test('nothing goes to a key that the signers did not make', async () => {
    const { commitments } = await three.signers.makeKey('wallet-8', 'regtest')
    log.publish({ commitments, verifying: commitments })
    await refused('UnknownWallet')
  })

  test('no more than a tenth is left to the miners', async () => {
    await renew()
    await refused('TransactionChanged', { amount: '89900' })
  })

  test('no coin is taken from a send that is under way', async () => {
    log.propose()
    log.sign()
    await renew()
    await refused('CoinTaken')
  })

  test('not to a key before the latest one', async () => {
    const before = [...log.entries]
    await renew()
    await three.lose(3)
    await renew(3)
    const latest = log.entries.slice(before.length)
    log.entries.splice(before.length, log.entries.length, latest[0] as (typeof before)[number])
    log.address = latest[0]?.type === 'account-added' ? latest[0].data.address : ''
    await refused('Broken')
  })
})
