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
import { withChain } from '../transactions/points.ts'
import { openRig, type Rig } from '../transactions/rig.ts'

/** Whoever can write rows of assets and tokens, between what the form shows and what is sent. */
const THIEF = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')

let node: TestNode
let rig: Rig
onChain(openRig, (both) => {
  ;({ node, rig } = both)
})

const ofUsdc = () => eq(tokens.contract, node.token('USDC').address.toLowerCase())

const SENT = { amount: '5000000', recipient: THIEF } as const

/** The digest of what the page shows of that many units of an asset; an older page names no symbol. */
const digestOf = (
  walletId: string,
  asset: Omit<Asset, 'symbol'> & { symbol?: string | undefined },
  units: string = SENT.amount,
) =>
  createHash('sha256')
    .update(
      drawnSendText({
        walletId,
        blockchain: asset.blockchain,
        contract: asset.address ?? undefined,
        decimals: asset.decimals ?? 18,
        symbol: asset.symbol,
        item: asset.tokenId ?? undefined,
        units,
        recipient: THIEF.toLowerCase(),
      }),
    )
    .digest('hex')

/** A wallet with coins and USDC, and the draft of 5 USDC as the page makes it of what it shows. */
const shown = async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '100' })
  await rig.fund(wallet.address, '100', 'USDC')
  const asset = (await rig.assetOf(userId, wallet.id, 'USDC')) as Asset
  const draft = await rig.draft(userId, wallet.id, SENT.amount, { symbol: 'USDC', recipient: THIEF })
  const send = async (given: string | undefined) =>
    rig.services.transactions.sendEvm(
      await rig.caller(userId),
      wallet.id,
      { ...draft, digest: given },
      undefined,
    )
  const list = () => rig.services.assets.list(userId, wallet.id)
  const seen = async () => (await list()).find(({ id }) => id === asset.id) as Asset
  return { userId, wallet, asset, draft, send, seen, digest: digestOf(wallet.id, asset) }
}

test('what was shown is sent', async () => {
  const { wallet, asset, digest, send } = await shown()
  expect(await send(digest)).toMatchObject({ amount: '5000000', assetSymbol: 'USDC' })
  const older = digestOf(wallet.id, { ...asset, symbol: undefined })
  expect(await send(older)).toMatchObject({ amount: '5000000', assetSymbol: 'USDC' })
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
  await rig.db.update(tokens).set({ decimals: 8 }).where(ofUsdc())
  await rig.restart()
  // 100 USDC are shown as 1, and 0.05 of them are as many units as 5.
  expect(await rig.assetOf(userId, wallet.id, 'USDC')).toMatchObject({ amount: '100000000', decimals: 8 })
  const send = () => rig.send(userId, wallet.id, '5000000', { symbol: 'USDC', recipient: THIEF })
  await expect(send()).rejects.toThrow(SENT_OTHERWISE)
  expect(await rig.openTransactions(wallet.id)).toEqual([])
  expect(rig.pushLog.named('asset:updated', userId).at(-1)).toMatchObject({ symbol: 'USDC', decimals: 6 })
  expect(await send()).toMatchObject({ amount: '5000000', assetDecimals: 6 })
})

test.each([
  ['knows its row from before', async () => undefined],
  ['reads its row then', async () => rig.restart()],
])(
  'a token that its row calls by another name is not sent by a server that %s, and is shown by its own',
  async (_, read) => {
    const { userId, wallet, asset, send, seen } = await shown()
    await rig.db.update(tokens).set({ symbol: 'TEST' }).where(ofUsdc())
    await read()
    const drawn = await seen()
    expect(drawn.symbol).toBe('TEST')
    await expect(send(digestOf(wallet.id, drawn))).rejects.toThrow(SENT_OTHERWISE)
    expect(await rig.openTransactions(wallet.id)).toEqual([])
    expect(rig.pushLog.named('asset:updated', userId).at(-1)).toMatchObject({ id: asset.id, symbol: 'USDC' })
    expect(await send(digestOf(wallet.id, await seen()))).toMatchObject({
      amount: SENT.amount,
      assetSymbol: 'USDC',
    })
  },
)

test('an item is sent under the symbol of its contract alone', async () => {
  const { userId, wallet } = await shown()
  await rig.fund(wallet.address, undefined, 'SEAL')
  const seal = (await rig.assetOf(userId, wallet.id, 'SEAL')) as Asset
  const draft = { ...(await rig.draft(userId, wallet.id, '1', { symbol: 'SEAL' })), recipient: THIEF }
  const send = async (symbol: string) =>
    rig.sendEvm(userId, wallet.id, { ...draft, digest: digestOf(wallet.id, { ...seal, symbol }, '1') })
  await expect(send('APE')).rejects.toThrow(SENT_OTHERWISE)
  expect(await send('SEAL')).toMatchObject({ amount: '1', assetSymbol: 'SEAL' })
})

test('neither is a coin whose row calls it a token', async () => {
  const { userId, wallet } = await shown()
  const coin = (await rig.assetOf(userId, wallet.id)) as Asset
  const draft = { ...(await rig.draft(userId, wallet.id, SENT.amount)), recipient: THIEF }
  const send = async (asset: Asset) =>
    rig.sendEvm(userId, wallet.id, { ...draft, digest: digestOf(wallet.id, asset) })
  await rig.db.update(tokens).set({ symbol: 'usdc' }).where(eq(tokens.contract, ''))
  await expect(send({ ...coin, symbol: 'usdc' })).rejects.toThrow(SENT_OTHERWISE)
  expect(rig.pushLog.named('asset:updated', userId).at(-1)).toMatchObject({ id: coin.id, symbol: 'rbnt' })
  expect(await send((await rig.assetOf(userId, wallet.id)) as Asset)).toMatchObject({ assetSymbol: 'rbnt' })
})

test('a token that its contract named anew is sent under its new name, and under the old one where it was sent so before', async () => {
  const [before, other] = [await shown(), await shown()]
  const send = ({ wallet, asset, send: post }: typeof before, symbol: string) =>
    post(digestOf(wallet.id, { ...asset, symbol }))
  await send(before, 'USDC')
  await rig.restart(({ chains, custody }) => ({
    custody,
    chains: withChain(chains, () => ({
      metadata: async () => ({ symbol: 'USDX', name: 'USDX', decimals: 6 }),
    })),
  }))
  try {
    for (const symbol of ['USDC', 'USDX'])
      expect(await send(before, symbol)).toMatchObject({ amount: SENT.amount })
    for (const wallet of [before, other]) await expect(send(wallet, 'TEST')).rejects.toThrow(SENT_OTHERWISE)
    await expect(send(other, 'USDC')).rejects.toThrow(SENT_OTHERWISE)
    expect(await other.seen()).toMatchObject({ symbol: 'USDX' })
    expect(await send(other, 'USDX')).toMatchObject({ amount: SENT.amount })
  } finally {
    await rig.db.update(tokens).set({ symbol: 'USDC', name: 'USD Coin' }).where(ofUsdc())
    await rig.restart()
  }
})
