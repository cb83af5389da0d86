import { randomUUID } from 'node:crypto'
import { link, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Marks files of a write that never finished; nothing reads them. */
export const TEMPORARY = '.tmp-'

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Makes names that were just created, renamed or removed in this folder survive a power failure. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const writeTemporary = async (path: string, text: string, mode: number): Promise<string> => {
  const temporary = `${path}${TEMPORARY}${randomUUID()}`
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return temporary
}

/** Writes the whole file or nothing. */
export const replaceDurably = async (path: string, text: string, mode = 0o600): Promise<void> => {
  const temporary = await writeTemporary(path, text, mode)
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Writes a new file, or answers false and leaves the file that is there. */
export const createDurably = async (path: string, text: string, mode = 0o600): Promise<boolean> => {
  const temporary = await writeTemporary(path, text, mode)
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await unlink(temporary)
    await syncFolder(dirname(path))
  }
}

/** Adds to the end of a file, which is made when missing. Resolves when the bytes are on the disk. */
export const appendDurably = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'a', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
