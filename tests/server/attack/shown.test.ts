import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import { drawnSendText, SENT_OTHERWISE } from '#domain/drawn.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { assets } from '#server/db/schema/wallet.ts'
import type { TestNode } from '../chains/node.ts'
import { onChain } from '../chains/onchain.ts'
import { openRig, type Rig } from '../transactions/rig.ts'

/** Whoever can write rows of assets and tokens, between what the form shows and what is sent. */
const THIEF = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')

let node: TestNode
let rig: Rig
onChain(openRig, (both) => {
  ;({ node, rig } = both)
})

/** A wallet with coins and USDC, and the draft of 5 USDC as the page makes it of what it shows. */
const shown = async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  await rig.fund(wallet.address, '100', 'USDC')
  const asset = (await rig.assetOf(userId, wallet.id, 'USDC')) as Asset
  const draft = await rig.draft(userId, wallet.id, '5000000', { symbol: 'USDC', recipient: THIEF })
  const text = drawnSendText({
    walletId: wallet.id,
    blockchain: asset.blockchain,
    contract: asset.address ?? undefined,
    decimals: asset.decimals ?? 18,
    item: undefined,
    units: draft.amount,
    recipient: THIEF.toLowerCase(),
  })
  const digest = createHash('sha256').update(text).digest('hex')
  const send = async (given: string | undefined) =>
    rig.services.transactions.sendEvm(
      await rig.caller(userId),
      wallet.id,
      { ...draft, digest: given },
      undefined,
    )
  return { asset, digest, send }
}

test('what was shown is sent', async () => {
  const { digest, send } = await shown()
  expect(await send(digest)).toMatchObject({ amount: '5000000', assetSymbol: 'USDC' })
})

test('a digest of something else is refused', async () => {
  const { send } = await shown()
  await expect(send('0'.repeat(64))).rejects.toThrow(SENT_OTHERWISE)
})

test('an asset whose row names the coin by now is not sent', async () => {
  const { asset, digest, send } = await shown()
  const before = await node.balance(THIEF)
  const [native] = await rig.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.contract, ''), eq(tokens.blockchain, asset.blockchain)))
  const rows = await rig.db.select().from(assets).where(eq(assets.accountId, asset.accountId))
  const coin = rows.find(({ tokenId }) => tokenId === native?.id)
  await rig.db.delete(assets).where(eq(assets.id, coin?.id ?? ''))
  await rig.db
    .update(assets)
    .set({ tokenId: native?.id ?? '' })
    .where(eq(assets.id, asset.id))
  await expect(send(digest)).rejects.toThrow(SENT_OTHERWISE)
  await rig.settle()
  expect(await node.balance(THIEF)).toBe(before)
  // It reaches its place: without the digest the coin goes.
  await send(undefined)
  await rig.settle()
  expect((await node.balance(THIEF)) - before).toBe(5_000_000n)
})

test('a token whose row counts in other units than its contract is not sent', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  await rig.fund(wallet.address, '100', 'USDC')
  const ofUsdc = eq(tokens.contract, node.token('USDC').address.toLowerCase())
  await rig.db.update(tokens).set({ decimals: 8 }).where(ofUsdc)
  await rig.restart()
  // 100 USDC are shown as 1, and 0.05 of them are as many units as 5.
  expect(await rig.assetOf(userId, wallet.id, 'USDC')).toMatchObject({ amount: '100000000', decimals: 8 })
  const send = () => rig.send(userId, wallet.id, '5000000', { symbol: 'USDC', recipient: THIEF })
  await expect(send()).rejects.toThrow(SENT_OTHERWISE)
  expect(await rig.openTransactions(wallet.id)).toEqual([])
  await rig.db.update(tokens).set({ decimals: 6 }).where(ofUsdc)
  await rig.restart()
  expect(await send()).toMatchObject({ amount: '5000000', assetDecimals: 6 })
})
