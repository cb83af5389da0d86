import { randomUUID } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { nameKey } from '#domain/contact.ts'
import {
  addKey,
  type Custody,
  CustodyRefusal,
  contactText,
  loadKeyRing,
  makeIsSigned,
} from '#server/custody/custody.ts'
import { rotateKeys } from '#server/custody/rotate.ts'
import { users } from '#server/db/schema/auth.ts'
import { contacts } from '#server/db/schema/contact.ts'
import { isProven } from '#server/modules/contacts/proof.ts'
import { sealOlderContacts } from '#server/modules/contacts/takeover.ts'
import { openTestDatabase } from '../transactions/database.ts'
import { type Bench, bench, refused } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'
import { enter } from './person.ts'

const log = pino({ level: 'silent' })
const ADDRESS = '0x5290842E94F1b1a0b45A3A2B2B7D5c8A1D0C9ee7'
const contact = (name = 'Anna') => ({
  ...{ id: randomUUID(), name, note: 'Rent', createdAt: '2026-03-01T12:00:00.000Z' },
  addresses: [{ network: 'evm', address: ADDRESS }],
})

const signedBy = async (custody: Custody) => makeIsSigned((await custody.identity({})).publicKey)

test('custody seals for whoever the session is of, each contact by itself', async () => {
  const made = await bench()
  const { cookie: grant, session } = await enter(made)
  const { userId } = session
  const both = [contact(), contact('Ben')]
  const { seals } = await made.custody.sealContacts({ grant, contacts: both })
  const isSigned = await signedBy(made.custody)
  expect(both.map((one, at) => isSigned(contactText({ userId, ...one }), seals[at] ?? ''))).toEqual([
    true,
    true,
  ])
  expect(isSigned(contactText({ userId, ...contact() }), seals[0] ?? '')).toBe(false)
  await refused(made.custody.sealContacts({ grant: 'made up', contacts: both }), 'SignedOut')
  await made.custody.signOut({ grant })
  await refused(made.custody.sealContacts({ grant, contacts: both }), 'SignedOut')
})

test('seals stay good when all keys of the ring are new', async () => {
  const made = await bench()
  const { cookie: grant, session } = await enter(made)
  const one = contact()
  const { seals } = await made.custody.sealContacts({ grant, contacts: [one] })
  await made.custody.close()
  const ring = await addKey(made.ringFile)
  await rotateKeys({ dir: made.dir, keyRing: ring })
  const [current] = (await readFile(made.ringFile, 'utf8')).split('\n')
  await chmod(made.ringFile, 0o600)
  await writeFile(made.ringFile, `${current}\n`)
  await chmod(made.ringFile, 0o400)
  const custody = await made.reopen({ keyRing: loadKeyRing(made.ringFile) })
  const isSigned = await signedBy(custody)
  expect(isSigned(contactText({ userId: session.userId, ...one }), seals[0] ?? '')).toBe(true)
  // A ring that is lost is another custody: what the old one sealed names nobody there.
  const other = await bench()
  const isTheirs = await signedBy(other.custody)
  expect(isTheirs(contactText({ userId: session.userId, ...one }), seals[0] ?? '')).toBe(false)
})

const older = async (made: Bench) => {
  const database = await openTestDatabase(log)
  const { db } = database
  const createdAt = made.clock.now()
  const rowOf = (userId: string, name: string, signature: string | null = null) => ({
    ...{ ...contact(name), addresses: [{ network: 'evm' as const, address: ADDRESS }] },
    ...{ userId, nameKey: nameKey(name), createdAt, signature },
  })
  for (const id of ['ada', 'ben'])
    await db.insert(users).values({ id, email: id, emailKey: id, vaultId: id, createdAt })
  await db
    .insert(contacts)
    .values([
      ...['Anna', 'Carl'].map((name) => rowOf('ada', name)),
      { ...rowOf('ada', 'Odd'), note: 'two\nlines' },
      rowOf('ada', 'Forged', 'nonsense'),
      rowOf('ben', 'Anna'),
    ])
  const proven = async () => {
    const isSigned = await signedBy(made.custody)
    const rows = await db.select().from(contacts)
    return rows
      .filter((row) => isProven(row, isSigned))
      .map(({ userId, name }) => `${userId} ${name}`)
      .sort()
  }
  return { database, db, proven, rowOf }
}
const ALL = ['ada Anna', 'ada Carl', 'ben Anna']

test('what an older version wrote is sealed once, also when that was cut short, and nothing later', async () => {
  const made = await bench()
  const { database, db, proven, rowOf } = await older(made)
  let calls = 0
  const dying = {
    ...made.custody,
    importContacts: async (ask: Parameters<Custody['importContacts']>[0]) => {
      calls += 1
      if (calls > 1) throw new CustodyRefusal('Unreachable', 'gone')
      return made.custody.importContacts(ask)
    },
  }
  await expect(sealOlderContacts({ db, custody: dying, log })).rejects.toThrow('gone')
  expect(await proven()).toEqual(['ada Anna', 'ada Carl'])
  // Two servers that start together.
  const start = () => sealOlderContacts({ db, custody: made.custody, log })
  await Promise.all([start(), start()])
  expect(await proven()).toEqual(ALL)

  const late = rowOf('ben', 'Late')
  await db.insert(contacts).values(late)
  await start()
  await made.reopen()
  await sealOlderContacts({ db, custody: made.custody, log })
  expect(await proven()).toEqual(ALL)
  await refused(made.custody.importContacts({ userId: 'ben', contacts: [] }), 'NotAllowed')
  await database.close()
})

test('a server that comes too late to seal goes on', async () => {
  const made = await bench()
  const { database, db, proven } = await older(made)
  const slow = {
    ...made.custody,
    importContacts: async (ask: Parameters<Custody['importContacts']>[0]) => {
      await sealOlderContacts({ db, custody: made.custody, log })
      return made.custody.importContacts(ask)
    },
  }
  await sealOlderContacts({ db, custody: slow, log })
  expect(await proven()).toEqual(ALL)
  await database.close()
})

test('an older keyring-check that is put back lets no contact be sealed again', async () => {
  const made = await bench()
  const mark = join(made.dir, 'keyring-check')
  const first = await readFile(mark)
  const mirror = memoryMirror()
  expect(await made.custody.contactsOpen({})).toBe(true)
  await made.custody.closeContacts({})
  await made.reopen({ mirror })
  expect(await made.custody.contactsOpen({})).toBe(false)
  await enter(made)
  await made.custody.close()
  await writeFile(mark, first)
  const custody = await made.reopen({ mirror })
  expect(await custody.contactsOpen({})).toBe(false)
  await refused(custody.importContacts({ userId: 'ada', contacts: [contact()] }), 'NotAllowed')
})

test('what has no fixed shape is refused', async () => {
  const made = await bench()
  const { cookie: grant } = await enter(made)
  const odd: object[] = [
    { ...contact(), id: 'a b' },
    { ...contact(), addresses: [] },
    { ...contact(), addresses: [{ network: 'evm', address: ADDRESS, also: ADDRESS }] },
    { ...contact(), userId: 'ben' },
    { ...contact(), note: 'a\nb' },
  ]
  for (const one of odd)
    await refused(
      made.custody.sealContacts({ grant, contacts: [one as ReturnType<typeof contact>] }),
      'BadInput',
    )
})
