// @vitest-environment node
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelRequest, confirmRequest, connectSession, listRequests } from '#contract/endpoints/dapp.ts'
import { launchProgram } from '#server/dapps/launch.ts'
import { dappStorage } from '#server/db/schema/dapp.ts'
import { makeRecords } from '#server/modules/dapps/storage.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { faultOf } from './dapp.ts'
import { confirmation } from './shown.ts'

let backend: Backend
let owner: Owner
let bond: Bond
beforeAll(async () => {
  backend = await openBackend({ deps: { walletConnect: launchProgram() } })
  owner = await backend.owner('ada@example.com')
  bond = await backend.bond(owner)
})
afterAll(() => backend.stop())

const ask = (text: string) =>
  bond.dapp.ask(bond.session, 'personal_sign', [`0x${Buffer.from(text).toString('hex')}`, owner.address])
const pending = async () =>
  (await owner.client.ok(listRequests, { query: { walletId: owner.walletId, status: 'pending' } })).items
const arrival = (text: string) =>
  until(owner, 'wc-session:request', ({ params }) => params[0] === `0x${Buffer.from(text).toString('hex')}`)
const signerOf = async (message: string, signature: Promise<string>) =>
  recoverMessageAddress({ message, signature: (await signature) as `0x${string}` })
const answersOf = () => [...bond.dapp.answers.values()]

test('a new server answers what the old one had received, and gets what came meanwhile', async () => {
  const before = ask('before')
  await arrival('before')
  await backend.stopServer()
  const meanwhile = ask('meanwhile')
  await backend.startServer()
  owner = await backend.moved(owner)
  await vi.waitFor(async () => expect(await pending()).toHaveLength(2), { timeout: 20_000 })
  for (const { id } of await pending())
    await owner.client.ok(confirmRequest, await confirmation(owner.client, id))
  expect(await signerOf('before', before)).toBe(owner.address)
  expect(await signerOf('meanwhile', meanwhile)).toBe(owner.address)
  expect(answersOf().every((count) => count === 1)).toBe(true)
})

test('what was decided while the relay was down is answered once when it is back', async () => {
  const answer = ask('unheard')
  const request = await arrival('unheard')
  await backend.stopRelay()
  const uri = `wc:${'cd'.repeat(32)}@2?relay-protocol=irn&symKey=${'ab'.repeat(32)}`
  const body = { uri, walletId: owner.walletId }
  expect(await owner.client.call(connectSession, { body })).toMatchObject({
    status: 502,
    body: { name: 'ProviderError' },
  })
  await owner.client.ok(cancelRequest, { params: { id: request.id }, body: {} })
  await backend.stopServer()
  await backend.startServer()
  await backend.startRelay()
  owner = await backend.moved(owner)
  expect(await faultOf(answer)).toMatchObject({ code: 5000 })
  const again = ask('again')
  const { id } = await arrival('again')
  await owner.client.ok(confirmRequest, await confirmation(owner.client, id))
  expect(await signerOf('again', again)).toBe(owner.address)
  expect(answersOf().every((count) => count === 1)).toBe(true)
})

test('what the client keeps is taken up only as it wrote it, and its keys lie sealed', async () => {
  const { db, sealer, log } = backend.server.deps
  const rows = await db.select().from(dappStorage)
  expect(rows.length).toBeGreaterThan(4)
  const secret = bond.dapp.client.core.crypto.keychain.get(bond.session.topic)
  for (const { value } of rows) expect(value).not.toContain(secret)
  const keychain = rows.find(({ key }) => key.endsWith('//keychain'))
  expect(keychain?.value).not.toContain(bond.session.topic)

  const check = async () => undefined
  const records = makeRecords({ db, sealer: sealer('wallet-connect'), log, check })
  const keys = async () => (await records.keys()).sort()
  const all = rows.map(({ key }) => key).sort()
  expect(await keys()).toEqual(all)
  const [one, other] = rows.filter(({ key }) => key.includes('session') || key.includes('pairing'))
  if (!one || !other) throw new Error('There are no such records')
  const put = (key: string, value: string) =>
    db
      .insert(dappStorage)
      .values({ key, value })
      .onConflictDoUpdate({ target: dappStorage.key, set: { value } })
  for (const value of [
    one.value.split('\n')[1] ?? '',
    `${one.value.split('\n')[0]}\n[]`,
    other.value,
    `\n${one.value.split('\n')[1]}`,
    '',
  ]) {
    await put(one.key, value)
    expect(await records.read(one.key)).toBeUndefined()
    expect(await keys()).toEqual(all.filter((key) => key !== one.key))
  }
  await put(one.key, one.value)
  expect(await records.read(one.key)).toBeDefined()
})
