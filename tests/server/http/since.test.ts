import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteApprover, listApprovers, listInvites, retireApprover } from '#contract/endpoints/guardian.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import {
  createWallet,
  getWallet,
  listAssets,
  listGuardedWallets,
  listWallets,
  renameWallet,
} from '#contract/endpoints/wallet.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
let owner: SignedInClient
let walletId: string
beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  walletId = (await owner.ok(createWallet, { body: { name: 'Main' } })).id
  for (;;) {
    const { status } = await owner.ok(getWallet, { params: { id: walletId } })
    if (status === 'active') return
  }
})
afterAll(() => server.stop())

const invite = (email: string) => owner.ok(inviteApprover, { params: { id: walletId }, body: { email } })
const approvers = (query: object = {}) => owner.ok(listApprovers, { params: { id: walletId }, query })

describe('a list since its cursor', () => {
  test('has only what changed, each with a greater revision, and the whole total', async () => {
    const first = await invite('one@example.com')
    await invite('two@example.com')
    const whole = await approvers()
    expect(whole.removed).toBeUndefined()
    expect(whole.items).toHaveLength(2)

    const { cursor } = whole
    expect(await approvers({ since: cursor })).toEqual({ items: [], total: 2, cursor, removed: [] })
    const retired = await owner.ok(retireApprover, {
      params: { id: walletId, approverId: first.id },
      body: {},
    })
    const news = await approvers({ since: cursor })
    expect(news).toMatchObject({ total: 2, removed: [], items: [{ id: first.id, status: 'retired' }] })
    expect(news.items).toEqual([retired])
    expect(retired.revision).toBeGreaterThan(first.revision ?? Number.POSITIVE_INFINITY)
    expect(news.cursor).not.toBe(cursor)
    expect((await approvers({ since: news.cursor })).items).toEqual([])
    // Whoever asks as before gets everything.
    expect((await approvers()).items).toHaveLength(2)
  })

  test('names what is gone', async () => {
    const { cursor } = await owner.ok(listAssets, { query: { walletId } })
    await inTransaction(server.deps, async (_tx, emit) =>
      emit(owner.id, 'asset:removed', { id: 'spent', walletId }),
    )
    const news = await owner.ok(listAssets, { query: { walletId, since: cursor ?? '' } })
    expect(news).toMatchObject({ items: [], removed: ['spent'] })
  })

  test.each(['r999999', 'nonsense', 'r-1', 'h1'])('is whole for %s, which nobody gave', async (since) => {
    const { items, removed } = await approvers({ since })
    expect(removed).toBeUndefined()
    expect(items).toHaveLength(2)
    for (const { revision } of items) expect(revision).toBeGreaterThan(0)
  })

  test('comes neither with a page nor with a filter', async () => {
    expect(await approvers({ limit: 1 })).not.toHaveProperty('cursor')
    const since = (await approvers()).cursor ?? ''
    const refused = {
      status: 400,
      body: { message: 'since asks for a whole list: leave out limit, offset and filters' },
    }
    expect(
      await owner.call(listApprovers, { params: { id: walletId }, query: { since, limit: 1 } }),
    ).toMatchObject(refused)
    for (const more of [{ offset: 1 }, { search: 'x' }, { status: 'failed' }]) {
      expect(await owner.call(listTransactions, { query: { walletId, since, ...more } })).toMatchObject(
        refused,
      )
    }
  })

  test('is nobody else’s', async () => {
    const { cursor } = await approvers()
    const other = await server.signIn('two@example.com')
    const { items, removed } = await other.ok(listInvites, { query: { since: cursor ?? '' } })
    expect(items).toHaveLength(1)
    expect(removed).toBeUndefined()
  })
})

describe('a list that custody has a word in', () => {
  test('has nothing where all is as it was, else everything', async () => {
    const { cursor, items } = await owner.ok(listWallets, { query: {} })
    const since = cursor ?? ''
    expect(await owner.ok(listWallets, { query: { since } })).toEqual({
      ...{ items: [], total: 1, cursor, removed: [] },
    })
    const renamed = await owner.ok(renameWallet, { params: { id: walletId }, body: { name: 'Savings' } })
    expect(renamed.revision).toBeGreaterThan(items[0]?.revision ?? Number.POSITIVE_INFINITY)
    expect(await owner.ok(getWallet, { params: { id: walletId } })).toEqual(renamed)
    const news = await owner.ok(listWallets, { query: { since } })
    expect(news.removed).toBeUndefined()
    expect(news.items).toEqual([renamed])
    const guarded = await owner.ok(listGuardedWallets, { query: {} })
    expect(await owner.ok(listGuardedWallets, { query: { since: guarded.cursor ?? '' } })).toMatchObject({
      removed: [],
    })
  })
})
