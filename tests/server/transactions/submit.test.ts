// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { listTransactions, sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { createApi } from '#net/api.ts'
import { makeAttempts } from '#state/attempt.ts'
import { verifiedOwner } from '#tests/server/approvals/people.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Backend, type Owner, openBackend } from '#tests/server/dapps/backend.ts'
import { sendText } from '#text/send.ts'
import { type Gateway, MISHAPS, type Mishap, startGateway } from './gateway.ts'
import { STRANGER } from './rig.ts'

/** The page's own code for Submit, through a gateway that loses things, to the real server and chain. */

const NOT_SENT = 'Nothing was sent and your balance has not changed.'

let backend: Backend
let owner: Owner
let gateway: Gateway
let assetId: string
let amounts = 0

beforeAll(async () => {
  backend = await openBackend()
  owner = await verifiedOwner(backend, '500')
  gateway = await startGateway(backend.server.url)
  const { items } = await owner.client.ok(listAssets, { query: { walletId: owner.walletId } })
  assetId = items[0]?.id ?? ''
}, 120_000)
afterAll(async () => {
  await gateway.stop()
  await backend.stop()
})

/** A page that was opened anew. */
const openPage = () => {
  const keys: string[] = []
  const says: string[] = []
  let now = 0
  const api = createApi({
    origin: gateway.url,
    onUnauthorized: () => undefined,
    fetch(url, init) {
      const headers = new Headers(init?.headers)
      headers.set('origin', owner.client.origin)
      headers.set('cookie', owner.client.cookieHeader('/api') ?? '')
      keys.push(headers.get(IDEMPOTENCY_HEADER) ?? '')
      return fetch(url, { ...init, headers })
    },
  })
  const attempts = makeAttempts(sendText, {
    now: () => now,
    async pause(milliseconds) {
      now += milliseconds
      backend.server.clock.advance(milliseconds)
    },
  })
  return {
    keys,
    says,
    isUnknown: () => attempts.isUnknown(owner.walletId),
    /** Presses Submit; answers the id of what was sent, or what the page says. */
    async submit(amount: bigint): Promise<{ id: string } | { says: string }> {
      try {
        return await attempts.send(owner.walletId, (idempotencyKey) =>
          api.call(
            sendEvm,
            {
              params: { id: owner.walletId },
              body: {
                amount: amount.toString(),
                assetId,
                description: '',
                gas: 'normal',
                recipient: STRANGER,
              },
            },
            { idempotencyKey },
          ),
        )
      } catch (error) {
        return { says: (error as Error).message }
      }
    },
  }
}

/** An amount that no other submit of this file has. */
const fresh = (): bigint => {
  amounts += 1
  return BigInt(amounts)
}

/** Ids of what was sent, by amount. */
const listed = async (): Promise<Map<bigint, string[]>> => {
  const { items } = await owner.client.ok(listTransactions, { query: { walletId: owner.walletId } })
  const groups = new Map<bigint, string[]>()
  for (const { id, amount } of items) groups.set(BigInt(amount), [...(groups.get(BigInt(amount)) ?? []), id])
  return groups
}

const orders = (length: number): Mishap[][] =>
  length === 0 ? [[]] : orders(length - 1).flatMap((rest) => MISHAPS.map((mishap) => [mishap, ...rest]))

const ORDERS = [...orders(1), ...orders(2), ...(process.env.DEEP ? orders(3) : [])]

test('in whatever order calls get lost, a send is sent once and known', async () => {
  const results: { order: Mishap[]; amount: bigint; id: string | undefined; keys: number }[] = []
  for (const order of ORDERS) {
    const page = openPage()
    const amount = fresh()
    gateway.plan(order)
    const sent = await page.submit(amount)
    expect(page.isUnknown()).toBe(false)
    await gateway.deliver()
    const id = 'id' in sent ? sent.id : undefined
    results.push({ order, amount, id, keys: new Set(page.keys).size })
  }
  const all = await listed()
  for (const { order, amount, id, keys } of results) {
    const name = order.join(', ')
    expect([name, id, keys]).toEqual([name, expect.any(String), 1])
    expect([name, ...(all.get(amount) ?? [])]).toEqual([name, id])
  }
}, 120_000)

test.each([...orders(1), ...orders(2)].map((order) => [order.join(', '), order] as const))(
  'refused, so nothing was sent: %s',
  async (_, order) => {
    const page = openPage()
    gateway.plan(order)
    expect(await page.submit(ether('1000'))).toEqual({
      says: `Amount should be less than your balance ${NOT_SENT}`,
    })
    await gateway.deliver()
    expect((await listed()).get(ether('1000'))).toBeUndefined()
  },
)

test('a refusal that was answered at once stands alone, and the next submit has a key of its own', async () => {
  const page = openPage()
  gateway.plan([])
  expect(await page.submit(ether('1000'))).toEqual({ says: 'Amount should be less than your balance' })
  expect(await page.submit(fresh())).toMatchObject({ id: expect.any(String) })
  expect(new Set(page.keys).size).toBe(2)
})

const MINUTE = 40

test.each(MISHAPS.map((mishap) => [mishap]))(
  'no answer for a minute (%s): nothing is claimed, and the next submit asks with the same key',
  async (mishap) => {
    const page = openPage()
    const amount = fresh()
    gateway.plan(Array.from({ length: MINUTE }, () => mishap))
    const unknown = await page.submit(amount)
    expect(unknown).toEqual({
      says: 'The server did not answer, so it is not known whether this was accepted. Look at Activity before you send again.',
    })
    expect(page.isUnknown()).toBe(true)
    gateway.plan([])
    const sent = await page.submit(amount)
    expect(new Set(page.keys).size).toBe(1)
    await gateway.deliver()
    expect((await listed()).get(amount)).toEqual([(sent as { id: string }).id])
    expect(page.isUnknown()).toBe(false)
  },
)

test('what is submitted instead while nobody knows: only one of the two is sent', async () => {
  for (const mishap of MISHAPS) {
    const page = openPage()
    const [typo, right] = [fresh(), fresh()]
    gateway.plan(Array.from({ length: MINUTE }, () => mishap))
    await page.submit(typo)
    gateway.plan([])
    const second = await page.submit(right)
    await gateway.deliver()
    const all = await listed()
    const sent = [...(all.get(typo) ?? []), ...(all.get(right) ?? [])]
    expect(sent).toHaveLength(1)
    if (mishap === 'drop after') {
      expect(second).toEqual({
        says: 'The transfer that you submitted before was accepted, so this one was not sent. Look at Activity before you send again.',
      })
    } else expect(second).toMatchObject({ id: sent[0] })
    expect(page.isUnknown()).toBe(false)
    // The next one is a send of its own.
    expect(await page.submit(fresh())).toMatchObject({ id: expect.any(String) })
    expect(new Set(page.keys).size).toBe(2)
  }
})
