import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Copy, type Mirror, resealAnchor, resealCopies } from '#server/custody/custody.ts'
import { addKey, loadKeyRing } from '#server/custody/keyring.ts'
import { rotateKeys } from '#server/custody/rotate.ts'
import type { Database } from '#server/db/client.ts'
import { makeMirror } from '#server/db/mirror.ts'
import { custodyHeads, custodyLines } from '#server/db/schema/custody.ts'
import { openTestDatabase } from '../transactions/database.ts'
import {
  asking,
  type Bench,
  bench,
  confirming,
  grant,
  idOf,
  propose,
  refused,
  sending,
  setPolicy,
  sign,
} from './fixture.ts'

let database: Database
let mirror: Mirror
beforeEach(async ({ onTestFinished }) => {
  database = await openTestDatabase(pino({ level: 'silent' }))
  // After custody, which may be writing to it.
  onTestFinished(() => database.close())
  mirror = makeMirror(database.db)
})

const copied = () => database.db.select().from(custodyLines).where(eq(custodyLines.subject, 'safe'))

/** A custody with copies, a wallet and two changes of its rules. */
const opened = async (): Promise<Bench> => {
  const made = await bench()
  await made.reopen({ mirror })
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  return made
}
const change = (made: Bench, consensus: number) => setPolicy(made, [], consensus, false)
const logOf = async ({ custody }: Bench) => (await custody.approvalLog({ walletId: 'safe' })).entries

const cancelled = async (made: Bench) => {
  await propose(made, sending('tx-2'))
  await made.custody.cancel({ grant: await grant(made, 'owner'), walletId: 'safe', txId: idOf('tx-2') })
}

const FOLDERS = ['logs', 'heads', 'people', 'people-heads']
const keep = async ({ dir }: Bench, folders = FOLDERS): Promise<string> => {
  const kept = `${dir}-kept-${(await readdir(join(dir, '..'))).length}`
  for (const folder of folders) await cp(join(dir, folder), join(kept, folder), { recursive: true })
  return kept
}
/** Puts older files back, as they were when they were kept. */
const putBack = async ({ dir }: Bench, kept: string, folders = FOLDERS): Promise<void> => {
  for (const folder of folders) {
    await rm(join(dir, folder), { recursive: true })
    await mkdir(join(dir, folder), { mode: 0o700 })
    await cp(join(kept, folder), join(dir, folder), { recursive: true })
  }
}

describe('older files of custody', () => {
  for (const folders of [FOLDERS, ['logs'], ['heads'], ['logs', 'heads']]) {
    test(`are brought up to the newer database: ${folders.join(', ')}`, async () => {
      const made = await opened()
      await change(made, 1)
      await made.reopen({ mirror })
      const kept = await keep(made)
      await change(made, 2)
      await change(made, 3)
      const entries = await logOf(made)
      await made.custody.close()
      await putBack(made, kept, folders)
      await made.reopen({ mirror })
      expect(await logOf(made)).toEqual(entries)
      await change(made, 1)
      expect(await logOf(made)).toHaveLength(entries.length + 1)
    })
  }

  test('the whole folder, from before something was signed, gives the same bytes at the same nonce', async () => {
    const made = await opened()
    await propose(made, sending())
    await made.reopen({ mirror })
    const kept = `${made.dir}-whole`
    await cp(made.dir, kept, { recursive: true })
    const signed = await sign(made, sending())
    await cancelled(made)
    await made.custody.close()
    await rm(made.dir, { recursive: true })
    await cp(kept, made.dir, { recursive: true })
    await made.reopen({ mirror })
    const which = { walletId: 'safe', txId: idOf('tx-1') }
    expect(await made.custody.signedTransaction(which)).toEqual(signed)
    // A cancellation that came after is not undone either.
    await refused(sign(made, sending('tx-2')), 'Ended')
    await propose(made, sending('tx-3'))
    expect((await sign(made, sending('tx-3'))).nonce).toBe(1)
  })

  test('without the lines that they lack are refused, and stay as they are', async () => {
    const made = await opened()
    await made.reopen({ mirror })
    const kept = await keep(made)
    await change(made, 2)
    await change(made, 3)
    await made.custody.close()
    await putBack(made, kept)
    await database.db
      .delete(custodyLines)
      .where(and(eq(custodyLines.subject, 'safe'), eq(custodyLines.seq, 2)))
    await made.reopen({ mirror })
    const { message } = await refused(logOf(made), 'Broken')
    expect(message).toContain('should reach entry 3, as its copy in the database says')
    await refused(change(made, 1), 'Broken')
  })

  test('are refused where the copy was taken away', async () => {
    const made = await opened()
    const kept = await keep(made)
    await change(made, 2)
    await made.custody.close()
    await putBack(made, kept)
    await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, 'safe'))
    await made.reopen({ mirror })
    const { message } = await refused(logOf(made), 'Broken')
    expect(message).toContain('has no copy in the database, although it had one')
  })

  test('are refused where every copy was taken away', async () => {
    const made = await opened()
    await made.custody.close()
    await database.db.delete(custodyHeads)
    await database.db.delete(custodyLines)
    await made.reopen({ mirror })
    await refused(logOf(made), 'Broken')
  })

  test('are refused where every copy and the empty mark of older versions were taken away', async () => {
    const made = await opened()
    const kept = await keep(made, ['logs', 'heads'])
    await change(made, 2)
    await made.custody.close()
    await putBack(made, kept, ['logs', 'heads'])
    await database.db.delete(custodyHeads)
    await database.db.delete(custodyLines)
    await rm(join(made.dir, 'mirrored'), { force: true })
    await made.reopen({ mirror })
    const { message } = await refused(logOf(made), 'Broken')
    expect(message).toContain('has no copy in the database, although it had one')
  })

  test('that grew on without the database are refused: two stories of one wallet', async () => {
    const made = await opened()
    const kept = await keep(made, ['logs', 'heads'])
    await change(made, 2)
    await made.custody.close()
    await putBack(made, kept, ['logs', 'heads'])
    await made.reopen()
    await change(made, 3)
    await made.reopen({ mirror })
    const { message } = await refused(logOf(made), 'Broken')
    expect(message).toContain('is not the one that its copy in the database is of')
  })
})

describe('an older database', () => {
  test('is brought up to custody, whose word it follows', async () => {
    const made = await opened()
    const before = await database.db.select().from(custodyHeads)
    await change(made, 2)
    await change(made, 3)
    const entries = await logOf(made)
    await made.custody.close()
    await database.db.delete(custodyLines).where(gt(custodyLines.seq, 1))
    for (const { subject, head } of before)
      await database.db.update(custodyHeads).set({ head }).where(eq(custodyHeads.subject, subject))
    await made.reopen({ mirror })
    expect(await logOf(made)).toEqual(entries)
    await made.custody.close()
    // What was filled is whole: custody without its logs finds all of it there.
    for (const folder of ['logs', 'heads']) await rm(join(made.dir, folder), { recursive: true })
    await made.reopen({ mirror })
    expect(await logOf(made)).toEqual(entries)
  })

  test("takes no head of another wallet's", async () => {
    const made = await opened()
    await made.custody.createWalletKey({ walletId: 'other', userId: 'owner' })
    await change(made, 2)
    await made.custody.close()
    const [other] = await database.db.select().from(custodyHeads).where(eq(custodyHeads.subject, 'other'))
    await database.db
      .update(custodyHeads)
      .set({ head: other?.head ?? '' })
      .where(eq(custodyHeads.subject, 'safe'))
    await made.reopen({ mirror })
    await refused(logOf(made), 'Broken')
    expect((await made.custody.approvalLog({ walletId: 'other' })).entries).toHaveLength(1)
  })
})

test('an installation of before gets its copies at its first start', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await change(made, 2)
  const entries = await logOf(made)
  await made.reopen({ mirror })
  expect(await logOf(made)).toEqual(entries)
  expect(await copied()).toHaveLength(entries.length)
})

test('a database that does not answer keeps what is signed, and nothing else waits for it', async () => {
  const made = await bench()
  let down = false
  const written: Copy[] = []
  const failing: Mirror = {
    ...mirror,
    async write(copies) {
      if (down) throw new Error('The database is down')
      written.push(...copies)
      await mirror.write(copies)
    },
  }
  await made.reopen({ mirror: failing })
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await change(made, 1)
  const message = await confirming(made, 'owner', asking('safe', '0x1234'))
  down = true
  await change(made, 2)
  const before = written.length
  await expect(made.custody.signMessage(message)).rejects.toThrow('down')
  down = false
  expect((await made.custody.signMessage(message)).signature).toMatch(/^0x/)
  expect(written.length).toBeGreaterThan(before)
  await made.reopen({ mirror })
  expect(await logOf(made)).toHaveLength(4)
})

test('a change of the key ring seals the copies again', async () => {
  const made = await opened()
  await change(made, 2)
  const entries = await logOf(made)
  await made.custody.close()
  const keyRing = await addKey(made.ringFile)
  await rotateKeys({ dir: made.dir, keyRing })
  const everything = await database.db.select().from(custodyLines)
  const subjects = new Set(everything.map(({ subject }) => subject))
  expect(await resealCopies(mirror, keyRing)).toBe(everything.length + subjects.size)
  expect(await resealCopies(mirror, loadKeyRing(made.ringFile))).toBe(0)
  for (const { line } of await database.db.select().from(custodyLines))
    expect(line.split('.')[1]).toBe(keyRing.currentId)
  await made.reopen({ mirror, keyRing })
  expect(await logOf(made)).toEqual(entries)
})

describe('an anchor outside of everything', () => {
  const anchored = async () => {
    const made = await opened()
    const anchor = join(made.folder, 'anchor')
    await made.reopen({ mirror, anchor })
    await change(made, 1)
    await made.custody.close()
    return { made, anchor }
  }
  /** Both sides as they are now, to be put back later. */
  const keepBoth = async (made: Bench) => ({
    kept: await keep(made),
    lines: await database.db.select().from(custodyLines),
    heads: await database.db.select().from(custodyHeads),
  })
  const putBothBack = async (made: Bench, { kept, lines, heads }: Awaited<ReturnType<typeof keepBoth>>) => {
    await putBack(made, kept)
    await database.db.delete(custodyLines)
    await database.db.delete(custodyHeads)
    await database.db.insert(custodyLines).values(lines)
    await database.db.insert(custodyHeads).values(heads)
  }

  test('refuses a start with custody and database of one earlier moment', async () => {
    const { made, anchor } = await anchored()
    const before = await keepBoth(made)
    await made.reopen({ mirror, anchor })
    await change(made, 2)
    await made.custody.close()
    await putBothBack(made, before)
    const { message } = await refused(made.reopen({ mirror, anchor }), 'Broken')
    expect(message).toContain('were put back to an earlier moment')
    // Without it nobody could tell.
    await made.reopen({ mirror })
    expect((await logOf(made)).length).toBeGreaterThan(1)
  })

  test('refuses as many entries of another story', async () => {
    const { made, anchor } = await anchored()
    const before = await keepBoth(made)
    await made.reopen({ mirror, anchor })
    await change(made, 2)
    await made.custody.close()
    await putBothBack(made, before)
    await made.reopen({ mirror })
    await change(made, 3)
    const { message } = await refused(made.reopen({ mirror, anchor }), 'Broken')
    expect(message).toContain('knows another entry 3 of wallet safe')
  })

  test('lets one wallet be refused without the others', async () => {
    const { made, anchor } = await anchored()
    await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, 'safe'))
    await made.reopen({ mirror, anchor })
    await refused(logOf(made), 'Broken')
    await made.custody.createWalletKey({ walletId: 'other', userId: 'owner' })
  })

  test('follows a change of the key ring', async () => {
    const { made, anchor } = await anchored()
    const keyRing = await addKey(made.ringFile)
    expect(await resealAnchor(anchor, keyRing)).toBe(1)
    expect(await resealAnchor(anchor, keyRing)).toBe(0)
    await made.reopen({ mirror, anchor, keyRing })
    expect((await logOf(made)).length).toBeGreaterThan(1)
  })
})

describe('a keeper of copies who once answers that there are none', () => {
  test('keeps nobody out for longer than ten seconds, and what is really gone stays refused', async () => {
    const made = await opened()
    await change(made, 1)
    const entries = await logOf(made)
    const cookie = await grant(made, 'owner')
    let empty = true
    const forgetful: Mirror = { ...mirror, heads: async () => (empty ? [] : mirror.heads()) }
    await made.reopen({ mirror: forgetful })
    empty = false
    await refused(logOf(made), 'Broken')
    made.clock.pass(10_000)
    expect(await logOf(made)).toEqual(entries)
    // Sessions of before are known again, too.
    await made.custody.session({ grant: cookie })
    await change(made, 2)

    await made.reopen({ mirror })
    await made.custody.close()
    await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, 'safe'))
    await made.reopen({ mirror })
    made.clock.pass(10_000)
    await refused(logOf(made), 'Broken')
    made.clock.pass(10_000)
    await refused(logOf(made), 'Broken')
  })
})
