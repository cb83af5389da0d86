// @vitest-environment node
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  confirmInvite,
  enableApprovalFlow,
  getConfirmationMessage,
  inviteApprover,
  listApprovers,
  listInvites,
  rejectInvite,
  resendInvite,
  retireApprover,
  setupApprovalFlow,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { approvalFlow } from '#domain/guardian.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

interface Person {
  client: SignedInClient
  walletId: string
}

let server: TestServer
let owner: Person
let people: Person[]

const walletOf = async (client: SignedInClient, name: string): Promise<string> => {
  const { id } = await client.ok(createWallet, { body: { name } })
  const status = async () => (await client.ok(getWallet, { params: { id } })).status
  await vi.waitFor(async () => expect(await status()).toBe('active'), { timeout: 15_000 })
  return id
}
const person = async (name: string): Promise<Person> => {
  const client = await server.signIn(`${name}@example.com`)
  return { client, walletId: await walletOf(client, 'Main') }
}

beforeAll(async () => {
  server = await startServer()
  owner = await person('owner')
  people = []
  for (const name of ['ada', 'bob', 'cyd', 'dan']) people.push(await person(name))
})
afterAll(() => server.stop())

const invite = async (id: string, { client }: Person) =>
  (await owner.client.ok(inviteApprover, { params: { id }, body: { email: client.email } })).id
const statusesOf = async (id: string) => {
  const { items } = await owner.client.ok(listApprovers, { params: { id }, query: {} })
  return items.map(({ status }) => status).toSorted()
}
const flowOf = async (id: string) => approvalFlow(await owner.client.ok(getWallet, { params: { id } }))

/** Everything that confirms the invite, signed and not yet handed in. */
const signed = async ({ client, walletId }: Person, id: string) => {
  const at = { params: { id } }
  const text = await client.ok(getConfirmationMessage, { ...at, query: { walletId } })
  const { signature } = await client.ok(signInviteConfirmation, { ...at, body: { ...text, walletId } })
  return { nonce: text.nonce, timestamp: text.timestamp, signature, walletId }
}

test('an invite is mailed again once a minute, while it is pending', async () => {
  const [ada] = people as [Person]
  const walletId = await walletOf(owner.client, 'Often asked')
  const mails = () =>
    server.mails(ada.client.email).filter(({ subject }) => subject.includes('asks you to be a Guardian'))
  const before = mails().length
  const id = await invite(walletId, ada)
  expect(mails()).toHaveLength(before + 1)
  const invited = (email: string) =>
    owner.client.call(inviteApprover, { params: { id: walletId }, body: { email } })
  expect(await invited(ada.client.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { name: 'ConflictError' },
  })
  expect(await invited(owner.client.email.toUpperCase())).toMatchObject({
    status: 400,
    body: { name: 'ValidationError' },
  })
  const again = () => owner.client.call(resendInvite, { params: { id }, body: {} })
  const early = await again()
  expect(early).toMatchObject({ status: 429, body: { name: 'TooManyRequestsError' } })
  expect(early.headers.get('retry-after')).toBe('60')
  expect(mails()).toHaveLength(before + 1)

  server.clock.advance(60_000)
  expect(await again()).toMatchObject({ status: 200, body: { id, status: 'pending' } })
  expect(mails()).toHaveLength(before + 2)

  expect(await ada.client.call(rejectInvite, { params: { id }, body: {} })).toMatchObject({
    status: 200,
    body: { id, status: 'rejected' },
  })
  expect(await statusesOf(walletId)).toEqual(['rejected'])
  server.clock.advance(60_000)
  for (const answer of [await again(), await ada.client.call(rejectInvite, { params: { id }, body: {} })]) {
    expect(answer).toMatchObject({ status: 409, body: { name: 'ConflictError' } })
  }
  expect(mails()).toHaveLength(before + 2)

  // Taken back before anybody answered.
  const approverId = await invite(walletId, ada)
  const back = await owner.client.ok(retireApprover, { params: { id: walletId, approverId }, body: {} })
  expect(back).toMatchObject({ id: approverId, status: 'retired' })
  const { items } = await ada.client.ok(listInvites, { query: {} })
  expect(items.find((item) => item.id === approverId)).toMatchObject({ status: 'retired' })
})

test('only an issued text is signed, and only its own signature confirms', async () => {
  const [ada, bob] = people as [Person, Person]
  const walletId = await walletOf(owner.client, 'Well signed')
  const id = await invite(walletId, ada)
  const at = { params: { id } }
  const text = await ada.client.ok(getConfirmationMessage, { ...at, query: {} })
  const sign = (change: object, { client } = ada) =>
    client.call(signInviteConfirmation, { ...at, body: { ...text, walletId: ada.walletId, ...change } })
  for (const change of [
    { message: 'Pay everything to me' },
    { message: `${text.message}\n` },
    { nonce: 'ff'.repeat(16) },
    { timestamp: text.timestamp + 1 },
  ]) {
    expect(await sign(change)).toMatchObject({ status: 400, body: { name: 'ValidationError' } })
  }
  expect(await sign({ walletId: bob.walletId })).toMatchObject({ status: 404 })
  // Issued, but to somebody else and for another invite.
  const bobs = await invite(walletId, bob)
  const theirs = await bob.client.call(signInviteConfirmation, {
    params: { id: bobs },
    body: { ...text, walletId: bob.walletId },
  })
  expect(theirs).toMatchObject({ status: 400, body: { name: 'ValidationError' } })

  const proof = await signed(ada, id)
  const confirm = (change: object, invited = id) =>
    ada.client.call(confirmInvite, { params: { id: invited }, body: { ...proof, ...change } })
  const refused = { status: 400, body: { name: 'SignatureError' } }
  expect(await confirm({ signature: `0x${'11'.repeat(65)}` })).toMatchObject(refused)
  expect(await confirm({ signature: (await signed(bob, bobs)).signature })).toMatchObject(refused)
  expect(await confirm({ timestamp: proof.timestamp - 1 })).toMatchObject(refused)
  expect(await statusesOf(walletId)).toEqual(['pending', 'pending'])
  expect(await confirm({})).toMatchObject({ status: 200, body: { id, status: 'confirmed' } })
  expect(await confirm({})).toMatchObject({ status: 409, body: { name: 'ConflictError' } })

  const second = await walletOf(owner.client, 'Again')
  const other = await invite(second, ada)
  expect(await confirm({}, other)).toMatchObject(refused)
  const late = await signed(ada, other)
  server.clock.advance(5 * 60_000)
  expect(await confirm(late, other)).toMatchObject(refused)
  expect(await statusesOf(second)).toEqual(['pending'])
})

test('the fourth confirmation is refused, and removals lower the required approvals', async () => {
  const walletId = await walletOf(owner.client, 'Full house')
  const at = { params: { id: walletId } }
  const ids: string[] = []
  for (const guardian of people) ids.push(await invite(walletId, guardian))
  const answers = []
  for (const [index, guardian] of people.entries()) {
    const id = ids[index] ?? ''
    const body = await signed(guardian, id)
    answers.push(await guardian.client.call(confirmInvite, { params: { id }, body }))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409])
  const limit = { name: 'GuardianLimitError', message: 'Guardian Limit Reached' }
  expect(answers[3]?.body).toMatchObject(limit)
  expect(await statusesOf(walletId)).toEqual(['confirmed', 'confirmed', 'confirmed', 'pending'])
  expect(await people[3]?.client.ok(listInvites, { query: {} })).toMatchObject({
    items: [{ id: ids[3], status: 'pending' }],
  })
  const fifth = await owner.client.call(inviteApprover, { ...at, body: { email: 'eve@example.com' } })
  expect(fifth).toMatchObject({ status: 409, body: limit })

  await owner.client.ok(enableApprovalFlow, { ...at, body: {} })
  expect((await owner.client.call(setupApprovalFlow, { ...at, body: { consensus: 4 } })).status).toBe(400)
  await owner.client.ok(setupApprovalFlow, { ...at, body: { consensus: 3 } })
  const seen: number[] = []
  for (const approverId of ids.slice(0, 3)) {
    await owner.client.ok(retireApprover, { params: { id: walletId, approverId }, body: {} })
    seen.push((await flowOf(walletId)).consensus)
  }
  expect(seen).toEqual([2, 1, 1])
  expect(await flowOf(walletId)).toEqual({ enabled: true, consensus: 1, confirmed: expect.any(Number) })
})
