import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { open, type Part, seal } from '#server/custody/disk/archive.ts'
import { byteSealer } from '#server/custody/disk/seal.ts'

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
