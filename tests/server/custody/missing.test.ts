// @vitest-environment node
import { expect, test } from 'vitest'
import { bitcoinWallet, coin, NETWORK, offer, pay, paying } from './bitcoin.ts'

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
