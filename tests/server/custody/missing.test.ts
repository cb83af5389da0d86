// @vitest-environment node
import { expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { bitcoinWallet, coin, NETWORK, offer, pay, paying } from './bitcoin.ts'
import { grant, refused } from './fixture.ts'

const nameOf = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`

/** A wallet with a signed send, and what custody says is missing where these coins are unspent. */
const signedOne = async () => {
  const made = await bitcoinWallet()
  const sent = paying(made)
  await offer(made, sent)
  const { hash, raw } = await pay(made, sent)
  const missing = async (...coins: string[]) =>
    made.operator.missing({ walletId: 'safe', unspent: [[NETWORK, coins]] })
  const end = () =>
    made.custody.end({
      ...{ walletId: 'safe', txId: sent.txId, outcome: 'final' as const },
      reason: 'A coin of it was spent elsewhere',
    })
  const name = nameOf(sent.coins[0] ?? coin(1))
  return { made, sent, name, missing, end, found: { network: NETWORK, txId: sent.txId, hash, raw } }
}

test('what was signed on Bitcoin and whose coins its chain calls unspent is known, open or over', async () => {
  const { name, missing, end, found } = await signedOne()
  expect(await missing()).toEqual([])
  expect(await missing(nameOf(coin(1)))).toEqual([])
  expect(await missing(name)).toEqual([{ ...found, isOver: false }])
  await end()
  expect(await missing()).toEqual([])
  expect(await missing(name)).toEqual([{ ...found, isOver: true }])
})

test('a coin that a later send spends is that one’s, and what spends the change of a missing one misses, too', async () => {
  const { made, sent, name, missing, end, found } = await signedOne()
  const child = { ...paying(made, 'btc-2'), coins: [{ txid: found.hash, vout: 1, value: '899600' }] }
  await offer(made, child)
  await pay(made, { ...child, change: '799200' })
  expect((await missing(name)).map(({ txId }) => txId)).toEqual([sent.txId, child.txId])
  await end()
  const anew = { ...paying(made, 'btc-3'), coins: sent.coins }
  await offer(made, anew)
  await pay(made, anew)
  expect((await missing(name)).map(({ txId }) => txId)).toEqual([anew.txId])
})

test('what was never signed is not asked for', async () => {
  const made = await bitcoinWallet()
  const sent = paying(made)
  await offer(made, sent)
  made.said.isAway = true
  await expect(pay(made, sent)).rejects.toThrow()
  const unspent: [typeof NETWORK, string[]][] = [[NETWORK, sent.coins.map(nameOf)]]
  expect(await made.operator.missing({ walletId: 'safe', unspent })).toEqual([])
})

test('what goes on is known to be missing, too, though an attempt after it ended or waits', async () => {
  const { made, sent, name, missing, found } = await signedOne()
  const { sign } = made.signers
  const again = async (fee: number, attempt: number) =>
    made.custody.replaceTransaction({
      grant: await grant(made, 'owner'),
      ...{ walletId: 'safe', txId: sent.txId, attempt, cancels: false },
      how: { family: 'bitcoin', coins: sent.coins, change: String(900_000 - fee) },
    })
  const open = [{ ...found, isOver: false }]
  made.signers.sign = () => Promise.reject(new CustodyRefusal('Expired', 'It came too late'))
  await refused(again(800, 2), 'OutOfOrder')
  expect(await missing(name)).toEqual(open)
  made.signers.sign = () => Promise.reject(new CustodyRefusal('SignersAway', 'Signer 2 is missing.'))
  await refused(again(900, 2), 'SignersAway')
  expect(await missing(name)).toEqual(open)
  // The attempt that waited is signed by now.
  made.signers.sign = sign
  const { hash } = await again(900, 2)
  expect((await missing(name)).map((one) => one.hash)).toEqual([hash])
})

test('what was never signed takes no coin from what was', async () => {
  const { made, sent, name, missing, end, found } = await signedOne()
  await end()
  const { sign } = made.signers
  const anew = { ...paying(made, 'btc-2'), coins: sent.coins }
  await offer(made, anew)
  made.signers.sign = () => Promise.reject(new CustodyRefusal('Expired', 'It came too late'))
  await refused(pay(made, anew), 'Ended')
  expect(await missing(name)).toEqual([{ ...found, isOver: true }])
  made.signers.sign = sign
})
