import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts } from '#server/db/schema/wallet.ts'
import type { TestNode } from '../chains/node.ts'
import { onChain } from '../chains/onchain.ts'
import { openRig, type Rig } from '../transactions/rig.ts'

let node: TestNode
let rig: Rig

onChain(openRig, (both) => {
  ;({ node, rig } = both)
})

const USED = { name: 'ConflictError', message: 'This wallet name is already in use' }

test('a new wallet goes from created by processing to active, with one EVM account', async () => {
  const userId = await rig.user()
  const made = await rig.services.wallets.create(userId, 'Main')
  expect(made).toMatchObject({
    name: 'Main',
    status: 'created',
    accounts: [],
    features: [
      { type: 'redbelly-kyc', payload: { completed: false } },
      { type: 'approval-flow', payload: { enabled: false, consensus: 1 } },
    ],
    user: { id: userId },
  })
  const active = await rig.pushLog.until(
    'wallet:updated',
    ({ id, status }) => id === made.id && status === 'active',
  )
  expect(active.accounts).toMatchObject([
    { network: 'evm', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
  ])
  const said = rig.pushLog.events.filter((event) => event.userId === userId)
  expect(said.map(({ name, data }) => [name, (data as { status: string }).status])).toEqual([
    ['wallet:created', 'created'],
    ['wallet:updated', 'processing'],
    ['wallet:updated', 'active'],
  ])
  expect(await rig.services.wallets.get(userId, made.id)).toEqual(active)
})

describe('a process that ends while it makes a wallet', () => {
  test.each([
    ['before the key is made', false],
    ['after the key is made', true],
  ])('%s: the next one finishes it with one key', async (_, made) => {
    const userId = await rig.user()
    const addresses: string[] = []
    await rig.restart(({ chains, custody }) => ({
      chains,
      custody: {
        ...custody,
        async createWalletKey(ask) {
          if (made) addresses.push((await custody.createWalletKey(ask)).evmAddress)
          throw new Error('The process ended here')
        },
      },
    }))
    const wallet = await rig.services.wallets.create(userId, 'Main')
    await rig.pushLog.until('wallet:updated', ({ id, status }) => id === wallet.id && status === 'processing')
    await rig.restart()
    await rig.services.wallets.resume()
    const [active] = await rig.services.wallets.list(userId)
    expect(active).toMatchObject({ id: wallet.id, status: 'active' })
    expect(active?.accounts).toHaveLength(1)
    if (made) expect(active?.accounts[0]?.address).toBe(addresses[0])
    await rig.services.wallets.resume()
    expect(
      (await rig.db.select().from(accounts)).filter(({ walletId }) => walletId === wallet.id),
    ).toHaveLength(1)
  })
})

test('addresses of an older installation are signed at the next start, and only those that are custody’s', async () => {
  const userId = await rig.user()
  const [older, forged] = [
    await rig.wallet(userId, { name: 'Older' }),
    await rig.wallet(userId, { name: 'Forged' }),
  ]
  await rig.db
    .update(accounts)
    .set({ signature: null })
    .where(inArray(accounts.walletId, [older.id, forged.id]))
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await rig.db
    .update(accounts)
    .set({ address, addressKey: address.toLowerCase() })
    .where(eq(accounts.walletId, forged.id))
  const shown = async () => {
    const list = await rig.services.wallets.list(userId)
    return list.map((wallet) => wallet.accounts.map(({ address, unverified }) => [address, unverified]))
  }
  expect(await shown()).toEqual([[['', true]], [['', true]]])
  await rig.restart()
  await rig.services.wallets.start()
  await rig.services.wallets.stop()
  expect(await shown()).toEqual([[[older.accounts[0]?.address, undefined]], [['', true]]])
})

test('of ten creations with one name at once, one wins', async () => {
  const userId = await rig.user()
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => rig.services.wallets.create(userId, 'Same name')),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of tries) if (result.status === 'rejected') expect(result.reason).toMatchObject(USED)
  expect(await rig.services.wallets.list(userId)).toHaveLength(1)
})

test('names: another user may have the same, case counts, a hidden wallet frees its own', async () => {
  const [alice, bob] = [await rig.user(), await rig.user()]
  const { id } = await rig.wallet(alice, { name: 'Main' })
  await rig.wallet(bob, { name: 'Main' })
  await rig.wallet(alice, { name: 'main' })
  await expect(rig.services.wallets.create(alice, 'Main')).rejects.toMatchObject(USED)
  await rig.operate({ type: 'wallet', entityId: id, status: 'removed' })
  expect(rig.pushLog.named('wallet:removed', alice)).toEqual([{ id, revision: expect.any(Number) }])
  await rig.wallet(alice, { name: 'Main' })
  const names = (await rig.services.wallets.list(alice)).map(({ name, status }) => [name, status])
  expect(names).toEqual([
    ['Main', 'removed'],
    ['main', 'active'],
    ['Main', 'active'],
  ])
})

test('rename: same name, a used name, another case, events', async () => {
  const userId = await rig.user()
  const first = await rig.wallet(userId, { name: 'First' })
  await rig.wallet(userId, { name: 'Second' })
  const { rename } = rig.services.wallets
  await expect(rename(userId, first.id, 'First')).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Name should be different from current',
  })
  await expect(rename(userId, first.id, 'Second')).rejects.toMatchObject(USED)
  const renamed = await rename(userId, first.id, 'first')
  expect(renamed.name).toBe('first')
  expect(rig.pushLog.named('wallet:updated', userId).at(-1)).toEqual(renamed)
})

describe('signed operations', () => {
  test('move a wallet anywhere, but hidden statuses are final', async () => {
    const userId = await rig.user()
    const { id } = await rig.wallet(userId)
    for (const status of ['pending-approval', 'processing-removal', 'active', 'canceled']) {
      await rig.operate({ type: 'wallet', entityId: id, status })
      expect(rig.pushLog.named('wallet:updated', userId).at(-1)).toMatchObject({ id, status })
    }
    for (const status of ['canceled', 'active'])
      await expect(rig.operate({ type: 'wallet', entityId: id, status })).rejects.toMatchObject({
        name: 'ConflictError',
        message: 'This wallet is canceled, which is final',
      })
  })

  test('know no other statuses and no unknown wallets', async () => {
    const userId = await rig.user()
    const { id } = await rig.wallet(userId)
    await expect(rig.operate({ type: 'wallet', entityId: id, status: 'gone' })).rejects.toMatchObject({
      name: 'ValidationError',
    })
    await expect(rig.operate({ type: 'wallet', entityId: 'x', status: 'active' })).rejects.toMatchObject({
      name: 'NotFoundError',
    })
  })

  test('never end or make a transaction that is on its way', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    const [deposit] = await rig.listed(userId, wallet.id)
    for (const status of ['cancelled', 'failed', 'broadcasting', 'pending-approval', 'rejected']) {
      await expect(
        rig.operate({ type: 'transaction', entityId: deposit?.id ?? '', status }),
      ).rejects.toMatchObject({ name: 'ConflictError' })
    }
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: deposit?.id, status: 'success' })
  })
})

test('identity verification is read from the chain, once, for the wallets that it names', async () => {
  const userId = await rig.user()
  const verified = await rig.wallet(userId, { name: 'Verified', verified: false })
  const other = await rig.wallet(userId, { name: 'Other', verified: false })
  await rig.services.kyc.check()
  expect(rig.pushLog.named('wallet:updated', userId).some(({ features }) => isVerified(features))).toBe(false)
  await node.allow(verified.address)
  await rig.services.kyc.check()
  await rig.services.kyc.check()
  const completed = rig.pushLog.named('wallet:updated', userId).filter(({ features }) => isVerified(features))
  expect(completed.map(({ id }) => id)).toEqual([verified.id])
  const wallets = await rig.services.wallets.list(userId)
  expect(wallets.map(({ id, features }) => [id, isVerified(features)])).toEqual([
    [verified.id, true],
    [other.id, false],
  ])
  // The second source: by address, in any case, and again without effect.
  expect(await rig.services.kyc.complete({ address: other.address.toUpperCase().replace('0X', '0x') })).toBe(
    true,
  )
  expect(await rig.services.kyc.complete({ walletId: other.id })).toBe(false)
})

const isVerified = (features: { type: string; payload: object }[]) =>
  features.some(
    ({ type, payload }) => type === 'redbelly-kyc' && 'completed' in payload && payload.completed === true,
  )
