import { mkdir, readdir, readFile, rename, stat, truncate, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type LockFolder, lockFolder } from '#server/lock.ts'
import { appendDurably, createDurably, hasCode, replaceDurably, syncFolder, TEMPORARY } from './disk/file.ts'
import { isDatabase, openDatabaseStore } from './postgres.ts'
import { CustodyRefusal } from './refusal.ts'

/** What tells a file from the same one after another write. */
export interface Mark {
  bytes: number
  /** Which file it is, and when it was written last. */
  state: string
}

/** Small text files in one directory of mode 0700 that one process holds. Paths are relative to it. */
export interface Store {
  read(path: string): Promise<string | undefined>
  /** False when the file exists; it is left as it is. */
  create(path: string, text: string): Promise<boolean>
  replace(path: string, text: string): Promise<void>
  append(path: string, text: string): Promise<void>
  /** Cuts off what follows the first `bytes` bytes. */
  cut(path: string, bytes: number): Promise<void>
  move(from: string, to: string): Promise<void>
  /** A file that is not there is no fault. */
  remove(path: string): Promise<void>
  list(folder: string): Promise<string[]>
  /** Changes with every write to the file, whoever writes; undefined when it is not there. */
  mark(path: string): Promise<Mark | undefined>
  /** Paths of all files, known ones or not, that hold this text. */
  holding(text: string): Promise<string[]>
  close(): Promise<void>
}

export const FOLDERS = [
  ...['wallets', 'logs', 'heads', 'pending', 'signed'],
  ...['people', 'people-heads', 'accounts', 'identities', 'codes', 'halves', 'tries', 'uses', 'devices'],
]
const SAFE = /^[A-Za-z0-9_-]{1,100}$/

export const isSafeName = (id: string): boolean => SAFE.test(id)

/** An id as it may stand in a path. */
export const safeName = (id: string): string => {
  if (isSafeName(id)) return id
  throw new CustodyRefusal(
    'BadInput',
    `'${id}' cannot name a record; ids have 1 to 100 letters, digits, - and _.`,
  )
}

const makeFolder = async (path: string): Promise<void> => {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made) await syncFolder(dirname(made))
}

const names = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** What only looks at a store, beside the process that has it. */
export type StoreReader = Pick<Store, 'read' | 'list' | 'close'>

const readText = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
const finishedNames = async (folder: string): Promise<string[]> =>
  (await names(folder)).filter((name) => !name.includes(TEMPORARY))

/** The files of a folder or a database, whoever has it open. */
export const readStore = async (dir: string): Promise<StoreReader> =>
  isDatabase(dir)
    ? openDatabaseStore(dir, { reads: true })
    : {
        read: (path) => readText(join(dir, path)),
        list: (folder) => finishedNames(join(dir, folder)),
        close: async () => undefined,
      }

/**
 * Opens or makes the store and locks it; throws CustodyRefusal 'Locked' when another process has it. `dir` is a folder,
 * or the URL of a PostgreSQL database, which has a lock of its own.
 */
export const openStore = async (
  dir: string,
  take: LockFolder = lockFolder,
  folders: readonly string[] = FOLDERS,
): Promise<Store> => {
  if (isDatabase(dir)) return openDatabaseStore(dir)
  await makeFolder(dir)
  const lock = take(
    dir,
    (holder) =>
      new CustodyRefusal('Locked', `${dir} is open in ${holder}; stop it first, or choose another DATA_DIR.`),
  )
  for (const folder of folders) {
    await makeFolder(join(dir, folder))
    for (const name of await names(join(dir, folder)))
      if (name.includes(TEMPORARY)) await unlink(join(dir, folder, name))
  }

  let open = true
  const at = (path: string): string => {
    if (!open) throw new CustodyRefusal('Locked', 'Custody was closed; open it again before calling it.')
    return join(dir, path)
  }

  return {
    read: async (path) => readText(at(path)),
    async create(path, text) {
      await makeFolder(dirname(at(path)))
      return createDurably(at(path), text)
    },
    replace: async (path, text) => replaceDurably(at(path), text),
    append: async (path, text) => appendDurably(at(path), text),
    cut: async (path, bytes) => truncate(at(path), bytes),
    async move(from, to) {
      await rename(at(from), at(to))
      await syncFolder(dirname(at(to)))
    },
    async remove(path) {
      try {
        await unlink(at(path))
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
      }
      await syncFolder(dirname(at(path)))
    },
    list: async (folder) => finishedNames(at(folder)),
    async mark(path) {
      try {
        const { ino, size, mtimeNs } = await stat(at(path), { bigint: true })
        return { bytes: Number(size), state: `${ino} ${size} ${mtimeNs}` }
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined
        throw error
      }
    },
    async holding(text) {
      const found: string[] = []
      for (const entry of await readdir(at(''), { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile() && (await readFile(path, 'utf8')).includes(text)) found.push(path)
      }
      return found
    },
    async close() {
      if (!open) return
      open = false
      lock.release()
    },
  }
}
