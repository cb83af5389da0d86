import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeBackup } from '#contract/endpoints/auth.ts'
import {
  createContact,
  importContacts,
  listChangedContacts,
  listContacts,
  removeContact,
  updateContact,
} from '#contract/endpoints/contact.ts'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { generateBackupCodes } from '#contract/endpoints/user.ts'
import { CONTACT_GONE, CONTACT_NAME_USED } from '#domain/contact.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { contacts } from '#server/db/schema/contact.ts'
import { makeContacts } from '#server/modules/contacts/service.ts'
import { sealOlderContacts } from '#server/modules/contacts/takeover.ts'
import type { SignedInClient } from '../harness/user.ts'
import { startServer, type TestServer } from '../harness.ts'

/** Whoever can write rows of the database, beside an account of his own. */
const FOREIGN = '0x52908400098527886E0F7030069857D2E4169EE7'
const BITCOIN = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'

let server: TestServer
let owner: SignedInClient
let thief: SignedInClient
let id: string
let otherId: string
let address: string

let count = 0
const fresh = () => `0x${(++count).toString(16).padStart(40, '1')}`
const save = (name: string, to: string, by = owner) =>
  by.ok(createContact, {
    body: {
      name,
      addresses: [
        { network: 'evm', address: to },
        ...(by === owner && name.startsWith('Anna')
          ? [{ network: 'regtest' as const, address: BITCOIN }]
          : []),
      ],
      note: 'Rent',
    },
  })
const book = async (by = owner) => (await by.ok(listContacts, { query: {} })).items
const changed = async (by = owner) => (await by.ok(listChangedContacts, { query: {} })).items

beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  thief = await server.signIn('thief@example.com')
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.delete(contacts)
  address = fresh()
  id = (await save('Anna', address)).id
  otherId = (await save('Ben', fresh())).id
})

const write = (change: SQL) => server.db.execute(sql`update contacts set ${change} where id = ${id}`)
const evm = (to: string) => sql`jsonb_build_object('network', 'evm', 'address', ${to}::text)`

const CHANGES: Record<string, () => SQL> = {
  'another address': () => sql`addresses = jsonb_set(addresses, '{0,address}', to_jsonb(${FOREIGN}::text))`,
  'another spelling of it': () =>
    sql`addresses = jsonb_set(addresses, '{0,address}', to_jsonb(upper(addresses->0->>'address')))`,
  'another network': () => sql`addresses = jsonb_set(addresses, '{1,network}', '"bitcoin"')`,
  'one address more': () => sql`addresses = addresses || jsonb_build_array(${evm(FOREIGN)})`,
  'one before it': () => sql`addresses = jsonb_build_array(${evm(FOREIGN)}) || addresses`,
  'one less': () => sql`addresses = addresses - 0`,
  'another order': () => sql`addresses = jsonb_build_array(addresses->1, addresses->0)`,
  'more of an address': () => sql`addresses = jsonb_set(addresses, '{0,also}', to_jsonb(${FOREIGN}::text))`,
  'no addresses': () => sql`addresses = '[]'`,
  'addresses of another shape': () => sql`addresses = 'null'`,
  'another name': () => sql`name = 'Landlord'`,
  'a name that turns': () => sql`name = ${'Anna\u202e'}`,
  'another spelling of its key': () => sql`name_key = 'landlord'`,
  'another note': () => sql`note = 'Rent, new account'`,
  'another time': () => sql`created_at = created_at - interval '1 second'`,
  'no seal': () => sql`signature = null`,
  'an empty seal': () => sql`signature = ''`,
  'a seal of no form': () => sql`signature = ${'x'.repeat(5000)}`,
  'another contact’s seal': () => sql`signature = (select signature from contacts where id = ${otherId})`,
  'all of another contact but its id': () =>
    sql`(addresses, note, created_at, signature) = (select addresses, note, created_at, signature from contacts where id = ${otherId})`,
}

test.each(Object.entries(CHANGES))('%s makes a row that names nothing', async (_, change) => {
  await write(change())
  expect((await book()).map(({ name }) => name)).toEqual(['Ben'])
  const found = await changed()
  expect(found.map((one) => one.id)).toEqual([id])
  expect(JSON.stringify(found).toLowerCase()).not.toContain('0x')
  const body = { name: 'Anna', addresses: [{ network: 'evm' as const, address }] }
  expect(await owner.call(updateContact, { params: { id }, body })).toMatchObject({
    status: 404,
    body: { message: CONTACT_GONE },
  })
  await owner.ok(removeContact, { params: { id }, body: {} })
  expect(await changed()).toEqual([])
  await save('Anna', address)
  expect((await book()).map(({ name }) => name)).toEqual(['Anna', 'Ben'])
})

test('a row that was given to another user, or another id, names nothing there', async () => {
  const mine = await save('Landlord', FOREIGN, thief)
  await server.db.update(contacts).set({ userId: owner.id }).where(eq(contacts.id, mine.id))
  expect((await book()).map(({ name }) => name)).toEqual(['Anna', 'Ben'])
  expect(await changed()).toEqual([{ id: mine.id, name: 'Landlord' }])
  expect(await book(thief)).toEqual([])

  await server.db.delete(contacts).where(eq(contacts.id, mine.id))
  const moved = randomUUID()
  await server.db.update(contacts).set({ id: moved }).where(eq(contacts.id, id))
  expect((await book()).map(({ name }) => name)).toEqual(['Ben'])
  expect(await changed()).toEqual([{ id: moved, name: 'Anna' }])
})

test('a row that somebody wrote is never sealed, at no later start either', async () => {
  const row = { id: randomUUID(), userId: owner.id, name: 'Landlord', nameKey: 'landlord', note: '' }
  await server.db.insert(contacts).values({
    ...row,
    addresses: [{ network: 'evm', address: FOREIGN }],
    signature: null,
    createdAt: server.clock.now(),
  })
  await sealOlderContacts(server.deps)
  expect((await book()).map(({ name }) => name)).toEqual(['Anna', 'Ben'])
  expect(await changed()).toEqual([{ id: row.id, name: 'Landlord' }])
})

test('what was changed keeps its name taken, but says nothing of an address', async () => {
  await write(sql`name = ${'Send it to Mallory'}`)
  const tried = { body: { name: 'Anna', addresses: [{ network: 'evm' as const, address: fresh() }] } }
  expect(await owner.call(createContact, tried)).toMatchObject({
    status: 409,
    body: { message: CONTACT_NAME_USED },
  })
  const again = await owner.call(createContact, {
    body: { name: 'Anna Berg', addresses: [{ network: 'evm', address }] },
  })
  expect(again.status).toBe(201)
})

test('who reads only what changed is told that the name is gone', async () => {
  const { cursor = '' } = await owner.ok(listContacts, { query: {} })
  const body = { name: 'Anna B', addresses: [{ network: 'evm' as const, address }] }
  await owner.ok(updateContact, { params: { id }, body })
  await write(sql`note = 'changed'`)
  expect(await owner.ok(listContacts, { query: { since: cursor } })).toMatchObject({
    items: [],
    removed: [id],
  })
})

test('without custody’s word nothing is a name', async () => {
  const away = async () => {
    throw new CustodyRefusal('Unreachable', 'Custody does not answer.')
  }
  const { deps } = server
  const own = makeContacts({
    ...deps,
    custody: { ...deps.custody, identity: away },
    sentTo: async () => [],
  })
  await expect(own.list(owner.id, {})).rejects.toMatchObject({ code: 'Unreachable' })
  await expect(own.changed(owner.id, {})).rejects.toMatchObject({ code: 'Unreachable' })
  const sealing = makeContacts({
    ...deps,
    custody: { ...deps.custody, identity: () => deps.custody.identity({}), sealContacts: away },
    sentTo: async () => [],
  })
  const draft = { name: 'Late', addresses: [{ network: 'evm' as const, address: fresh() }], note: '' }
  const caller = { id: owner.id, email: owner.email, grant: owner.cookies.get('sid')?.value ?? '' }
  await expect(sealing.create(caller, draft)).rejects.toMatchObject({ code: 'Unreachable' })
  expect((await book()).map(({ name }) => name)).toEqual(['Anna', 'Ben'])
})

test('who came in by a found backup code gives nobody’s name another address, nor does whose account is frozen', async () => {
  const held = await startServer({ env: { POLICY_DELAY_S: '86400' } })
  try {
    const email = 'backup@example.com'
    const mine = await held.signIn(email)
    const draft = (name: string, to: string) => ({
      name,
      addresses: [{ network: 'evm' as const, address: to }],
    })
    const anna = await mine.ok(createContact, { body: draft('Anna', address) })
    const [code] = await mine.ok(generateBackupCodes, { body: {} })
    const { client: finder } = await held.halfSignIn(email)
    await finder.ok(completeBackup, { body: { code: code?.value ?? '' } })
    const changes = (by: typeof finder) => [
      by.call(updateContact, { params: { id: anna.id }, body: draft('Anna', FOREIGN) }),
      by.call(createContact, { body: draft('Landlord', FOREIGN) }),
      by.call(importContacts, { body: { contacts: [draft('Landlord', FOREIGN)] } }),
    ]
    const names = async () => (await mine.ok(listContacts, { query: {} })).items
    for (const answer of await Promise.all(changes(finder)))
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('backup code')])
    expect(await names()).toEqual([expect.objectContaining({ name: 'Anna', addresses: anna.addresses })])

    const subject = 'Sign-in with a backup code'
    const mail = () => held.mails(email).find((one) => one.subject === subject)
    await expect.poll(mail).toBeDefined()
    const [, link = ''] = /freeze#code=([\w-]{43})/.exec(mail()?.text ?? '') ?? []
    await mine.ok(freezeAccount, { body: { link } })
    for (const answer of await Promise.all(changes(mine)))
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('frozen')])
    await mine.ok(unfreezeAccount, { body: { link, code: held.authenticatorCode(email) } })
    const again = await held.signIn(email)
    expect((await again.ok(createContact, { body: draft('Ben', FOREIGN) })).name).toBe('Ben')
  } finally {
    await held.stop()
  }
})
