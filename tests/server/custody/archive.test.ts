import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCustodyBackup, packCustody, unpackCustody } from '#server/custody/backup.ts'
import { CustodyRefusal, openCustody, openOperator } from '#server/custody/custody.ts'
import { open, type Part, seal } from '#server/custody/disk/archive.ts'
import { byteSealer } from '#server/custody/disk/seal.ts'
import { openStore, readStore, type Store, type StoreReader } from '#server/custody/store.ts'
import { type Bench, bench, grant, send, sending, tempFolder } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

const sealer = byteSealer([{ id: 'k1', key: randomBytes(32) }], 'test')
const PARTS: Part[] = ['one', 'two', 'two', 'three'].map((name, at) => ({
  name,
  bytes: Buffer.from(`bytes ${at}`),
}))

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const sealed = async (parts = PARTS): Promise<string[]> =>
  (await collect(seal('custody', sealer, parts))).map((line) => line.trimEnd())
const opened = (lines: readonly string[], kind = 'custody', by = sealer): Promise<Part[]> =>
  collect(
    open(
      kind,
      by,
      (async function* () {
        yield* lines
      })(),
    ),
  )

test('a backup gives back what was put into it, in its order', async () => {
  const parts = await opened(await sealed())
  expect(parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual(
    PARTS.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
  )
  expect(await opened(await sealed([]))).toEqual([])
})

test.each<[string, (lines: string[], other: string[]) => string[]]>([
  ['a line is missing', (lines) => lines.toSpliced(2, 1)],
  ['the end is missing', (lines) => lines.slice(0, -1)],
  ['two lines are swapped', ([head = '', one = '', two = '', ...rest]) => [head, two, one, ...rest]],
  ['a line is there twice', ([head = '', one = '', ...rest]) => [head, one, one, ...rest]],
  ['a line is another backup’s', ([head = '', _, ...rest], other) => [head, other[1] ?? '', ...rest]],
  ['a line is changed', (lines) => lines.with(1, `${lines[1]?.slice(0, -4)}AAAA`)],
  ['something follows its end', (lines) => [...lines, lines[1] ?? '']],
  ['its head is another backup’s', ([_, ...rest], [head = '']) => [head, ...rest]],
  ['it is empty', () => []],
  ['it is something else', () => ['-----BEGIN PGP MESSAGE-----']],
])('one is refused when %s', async (_, change) => {
  await expect(opened(change(await sealed(), await sealed()))).rejects.toThrow()
})

test('one of another kind, or of another ring, is refused', async () => {
  await expect(opened(await sealed(), 'database')).rejects.toThrow(
    'This is not a whole backup: it is one of the custody, not of the database.',
  )
  const other = byteSealer([{ id: 'k1', key: randomBytes(32) }], 'test')
  await expect(opened(await sealed(), 'custody', other)).rejects.toThrow(/does not open/)
})

describe('custody that is put back', () => {
  const counts = async () => new Map([[153, { final: 0, latest: 0, pending: 0 }]])
  const pack = async (made: Bench, store: StoreReader): Promise<Part[]> => {
    const lines = await collect(packCustody(store, made.keyRing))
    const from = async function* () {
      yield* lines.map((line) => line.trimEnd())
    }
    return collect(openCustodyBackup(made.keyRing, from()))
  }
  const emptyFolder = async () => join(await tempFolder(), 'custody')

  test('is opened by nobody where it broke off, however far it had come', async () => {
    const made = await bench()
    const mirror = memoryMirror()
    await made.reopen({ mirror })
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await send(made, sending())
    await made.custody.close()
    const reader = await readStore(made.dir)
    const parts = await pack(made, reader)
    expect(parts.length).toBeGreaterThan(8)
    const { keyRing, clock } = made
    for (let written = 0; written <= 6; written += 1) {
      const dir = await emptyFolder()
      const store = await openStore(dir)
      let left = written
      // What it writes last are the facts: all but the first of them are lost, too.
      const dying: Store = {
        ...store,
        async replace(path, text) {
          if (left < 0) throw new Error('killed')
          left -= 1
          return store.replace(path, text)
        },
      }
      const some = async function* () {
        for (const [at, part] of parts.entries()) {
          if (written < 3 && at === written * 3) throw new Error('killed')
          yield part
        }
      }
      if (written < 3) await expect(unpackCustody(store, keyRing, some())).rejects.toThrow('killed')
      else {
        left = written - 3
        await unpackCustody(dying, keyRing, some()).catch(() => undefined)
      }
      await store.close()
      const opened = openCustody({ dir, keyRing, clock, policyDelayS: 0, mirror })
      const reason: unknown = await opened.then(
        () => 'opened',
        (error: unknown) => (error instanceof CustodyRefusal ? error.code : error),
      )
      expect(['Broken', 'Held'], String(written)).toContain(reason)
    }
  })

  test('has everybody whole who was there, also who came while the backup was made', async () => {
    const made = await bench()
    const mirror = memoryMirror()
    await made.reopen({ mirror })
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await grant(made, 'owner')
    const older = memoryMirror()
    for (const head of await mirror.heads())
      await older.write([{ ...head, from: 1, lines: await mirror.lines(head.kind, head.id, 1) }])
    for (const moment of ['accounts', 'wallets', 'heads', 'people-heads', 'people']) {
      const [fresh, newcomer] = [`fresh-${moment}`, `new-${moment}`]
      const reader = await readStore(made.dir)
      let came = false
      const racing: StoreReader = {
        ...reader,
        async list(folder) {
          if (!came && folder === moment) {
            came = true
            made.clock.pass(60_000)
            await made.custody.createWalletKey({ walletId: fresh, userId: newcomer })
            await grant(made, newcomer)
          }
          return reader.list(folder)
        },
      }
      const parts = await pack(made, racing)
      expect(came).toBe(true)
      const dir = await emptyFolder()
      const store = await openStore(dir)
      const all = async function* () {
        yield* parts
      }
      await unpackCustody(store, made.keyRing, all())
      await store.close()
      const options = { dir, keyRing: made.keyRing, clock: made.clock, policyDelayS: 0, mirror: older }
      const operator = await openOperator(options)
      const { said } = await operator.restored(counts)
      expect(said.map(({ text }) => text).join('\n')).toMatch(/Wallet safe goes on .*, held/)
      await operator.close()
      const custody = await openCustody(options)
      for (const [walletId, userId] of [
        ['safe', 'owner'],
        [fresh, newcomer],
      ] as const)
        expect(await custody.createWalletKey({ walletId, userId }), moment).toHaveProperty('evmAddress')
      const { id, code } = await custody.startSignIn({ email: `new-${moment}@example.com` })
      expect(await custody.verifySignIn({ id, code }), moment).toHaveProperty('half')
      await custody.close()
    }
  })
})
