// @vitest-environment node
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { newestWallets } from '#server/sandbox/store.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const withWallet = async (email: string, name: string) => {
  const person = await server.signIn(email)
  const { id } = await person.ok(createWallet, { body: { name } })
  const wallet = await vi.waitFor(
    async () => {
      const found = await person.ok(getWallet, { params: { id } })
      expect(found.status).toBe('active')
      return found
    },
    { timeout: 20_000 },
  )
  server.clock.advance(1000)
  return { email, name, status: 'active', address: wallet.accounts[0]?.address, bitcoin: null }
}

test('the page offers the wallets of those who signed in last, but not of demo guardians', async () => {
  expect(await newestWallets(server.db)).toEqual([])
  const ada = await withWallet('ada@example.com', 'Rainy Days')
  const bob = await withWallet('bob@example.com', 'Harbour Fund')
  await withWallet('guardian-1@demo.example', 'Demo Guardian')
  expect(await newestWallets(server.db)).toEqual([bob, ada])
  await server.signIn('ada@example.com')
  expect(await newestWallets(server.db)).toEqual([ada, bob])
})
