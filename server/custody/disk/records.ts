import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Store } from '#server/custody/store.ts'
import { TEMPORARY } from './file.ts'
import type { ByteSealer } from './seal.ts'

/** Small sealed records of one kind, a file each, all of them held in memory. */
export interface Records<T> {
  find(id: string): T | undefined
  /** On the disk when it resolves. */
  set(id: string, value: T): Promise<void>
  remove(id: string): Promise<void>
  all(): readonly (readonly [string, T])[]
}

const SUFFIX = '.rec'

/** Names a record whose own name may hold anything: a hash says nothing about it and fits into a file name. */
export const recordId = (name: string): string => createHash('sha256').update(name).digest('hex')

const idOf = (file: string): string | undefined =>
  file.endsWith(SUFFIX) && !file.includes(TEMPORARY) ? file.slice(0, -SUFFIX.length) : undefined

/** Reads a folder of records. One that does not open is refused: it was changed, or is another record's. */
export const openRecords = async <T>(
  store: Store,
  sealer: ByteSealer,
  folder: string,
  schema: z.ZodMiniType<T>,
): Promise<Records<T>> => {
  const known = new Map<string, T>()
  const path = (id: string) => `${folder}/${id}${SUFFIX}`
  for (const file of await store.list(folder)) {
    const id = idOf(file)
    const sealed = id && (await store.read(path(id)))
    // An emptied file is damaged like any other: passed over, an address would belong to somebody new.
    if (id && sealed !== undefined)
      known.set(id, schema.parse(JSON.parse(sealer.open(sealed, [folder, id]).toString('utf8'))))
  }
  return {
    find: (id) => known.get(id),
    async set(id, value) {
      await store.replace(path(id), sealer.seal(Buffer.from(JSON.stringify(value)), [folder, id]))
      known.set(id, value)
    },
    async remove(id) {
      known.delete(id)
      await store.remove(path(id))
    },
    all: () => [...known],
  }
}

/** Seals a folder of records again with the current key; answers how many changed. */
export const resealRecords = async (store: Store, sealer: ByteSealer, folder: string): Promise<number> => {
  let changed = 0
  for (const file of await store.list(folder)) {
    const id = idOf(file)
    const path = `${folder}/${file}`
    const sealed = id && (await store.read(path))
    if (!id || !sealed || sealer.isCurrent(sealed)) continue
    await store.replace(path, sealer.seal(sealer.open(sealed, [folder, id]), [folder, id]))
    changed += 1
  }
  return changed
}
