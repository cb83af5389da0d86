// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRequest, disconnectSession, listRequests } from '#contract/endpoints/dapp.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { faultOf } from './dapp.ts'

let backend: Backend
let owner: Owner
let bonds: Bond[]
beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com', '0')
  bonds = []
  for (let n = 0; n < 5; n += 1) bonds.push(await backend.bond(owner))
}, 60_000)
afterAll(() => backend.stop())

let asked = 0
const ask = ({ dapp, session }: Bond) => {
  asked += 1
  const data = `0x${asked.toString(16).padStart(4, '0')}`
  return { data, answer: dapp.ask(session, 'personal_sign', [data, owner.address]) }
}
/** Asks, and waits until the owner has heard of it. */
const put = async (bond: Bond) => {
  const { data, answer } = ask(bond)
  const { id } = await until(owner, 'wc-session:request', ({ params }) => params[0] === data)
  return { id, answer }
}
const pending = async () => {
  const query = { walletId: owner.walletId, status: 'pending' }
  return (await owner.client.ok(listRequests, { query })).total
}

test('a wallet has at most 20 requests that wait, whoever asks; one that is answered makes room', async () => {
  const waiting: Awaited<ReturnType<typeof put>>[] = []
  for (const bond of bonds) for (let n = 0; n < 4; n += 1) waiting.push(await put(bond))
  expect(await pending()).toBe(20)
  const [bond] = bonds as [Bond]
  expect(await faultOf(ask(bond).answer)).toMatchObject({ code: -32005 })
  expect(await pending()).toBe(20)

  const [first] = waiting
  await owner.client.ok(cancelRequest, { params: { id: first?.id ?? '' }, body: {} })
  expect(await faultOf(first?.answer ?? Promise.resolve())).toMatchObject({ code: 5000 })
  await put(bond)
  expect(await pending()).toBe(20)
})

test('who disconnects is rid of all that the session asked', async () => {
  const [, bond] = bonds as [Bond, Bond]
  const body = { walletId: owner.walletId }
  await owner.client.ok(disconnectSession, { params: { id: bond.id }, body })
  expect(await pending()).toBe(16)
  const { items } = await owner.client.ok(listRequests, { query: { sessionId: bond.id } })
  expect(items.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
})

test('a flood of what nobody can confirm takes five places of its own, and none of the rest', async () => {
  const [other, , bond] = bonds as [Bond, Bond, Bond]
  const codes: number[] = []
  for (let n = 0; n < 30; n += 1) {
    const answer = bond.dapp.ask(bond.session, 'eth_signTypedData_v4', [owner.address, 'x'.repeat(50_000)])
    void faultOf(answer).then(({ code }) => codes.push(code))
  }
  await expect.poll(() => codes, { timeout: 60_000 }).toEqual(Array(25).fill(-32005))
  const before = await pending()
  await put(other)
  expect(await pending()).toBe(before + 1)
}, 90_000)
