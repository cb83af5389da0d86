// @vitest-environment node
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { createWallet, listAssets, listWallets } from '#contract/endpoints/wallet.ts'
import type { SignedInClient } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

let server: TestServer
let client: SignedInClient
let walletId: string
beforeAll(async () => {
  server = await startServer()
  client = await server.signIn('ada@example.com')
  for (const name of ['Main', 'Savings', 'Travel']) await client.ok(createWallet, { body: { name } })
  for (;;) {
    const { items } = await client.ok(listWallets, { query: {} })
    if (items.every(({ status }) => status === 'active')) {
      walletId = items[0]?.id ?? ''
      return
    }
  }
})
afterAll(() => server.stop())

/** What a call asks the database, in the order of its statements; three times, since jobs ask in between. */
const statementsOf = async (call: () => Promise<unknown>): Promise<string[][]> => {
  const { $client } = server.db as unknown as {
    $client: { query(statement: string | { text: string }): Promise<unknown> }
  }
  const query = vi.spyOn($client, 'query')
  const rounds: string[][] = []
  try {
    for (let round = 0; round < 3; round += 1) {
      query.mockClear()
      await call()
      const texts = query.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : asked.text))
      rounds.push(texts.map((text) => text.replace(/\s+/g, ' ')))
    }
    return rounds
  } finally {
    query.mockRestore()
  }
}
const from = (...tables: string[]) => tables.map((table) => expect.stringContaining(`from "${table}"`))

test('lists take few statements, however many wallets there are', async () => {
  expect(await statementsOf(() => client.ok(listWallets, { query: {} }))).toContainEqual(
    from('sessions', 'revisions', 'wallets'),
  )
  expect(await statementsOf(() => client.ok(listAssets, { query: { walletId } }))).toContainEqual(
    from('sessions', 'revisions', 'sends', 'assets'),
  )
  expect(await statementsOf(() => client.ok(listTransactions, { query: { walletId } }))).toContainEqual(
    from('sessions', 'revisions', 'account_txs'),
  )
})
