import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store } from '#server/custody/store.ts'
import { TEMPORARY } from './file.ts'
import type { ByteSealer } from './seal.ts'

/** Small sealed records of one kind, a file each, all of them held in memory. */
export interface Records<T> {
  /** Throws CustodyRefusal 'Broken' for one whose file is damaged. */
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

export interface RecordFolder<T> {
  folder: string
  schema: z.ZodMiniType<T>
  /** Without such a record its subject has to begin again, so a damaged one is as good as none. */
  expendable?: boolean
}

/**
 * Reads a folder of records. One that does not open was changed, or is another record's: it is told to `warn` and
 * refused when it is asked for, but keeps nobody else out.
 */
export const openRecords = async <T>(
  store: Store,
  sealer: ByteSealer,
  { folder, schema, expendable = false }: RecordFolder<T>,
  warn: (message: string) => void,
): Promise<Records<T>> => {
  const known = new Map<string, T>()
  const damaged = new Set<string>()
  const path = (id: string) => `${folder}/${id}${SUFFIX}`
  const sentence = (id: string) => `Custody's file ${path(id)} is damaged; restore it from a backup.`
  for (const file of await store.list(folder)) {
    const id = idOf(file)
    if (!id) continue
    try {
      const sealed = await store.read(path(id))
      // An emptied file is damaged like any other: passed over, an address would belong to somebody new.
      if (sealed !== undefined)
        known.set(id, schema.parse(JSON.parse(sealer.open(sealed, [folder, id]).toString('utf8'))))
    } catch {
      warn(sentence(id))
      if (!expendable) damaged.add(id)
    }
  }
  return {
    find(id) {
      if (damaged.has(id)) throw new CustodyRefusal('Broken', sentence(id))
      return known.get(id)
    },
    async set(id, value) {
      await store.replace(path(id), sealer.seal(Buffer.from(JSON.stringify(value)), [folder, id]))
      known.set(id, value)
      damaged.delete(id)
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
