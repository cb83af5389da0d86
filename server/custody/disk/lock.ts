import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rename, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { createDurably, hasCode } from './file.ts'

/** Locks of this process: its own pid in a lock file left by an earlier run of a container proves nothing. */
const held = new Set<string>()

/** When a process began, in clock ticks since boot (proc(5), field 22): tells a reused pid from the old one. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

const owner = (): string => `${process.pid} ${startOf(process.pid) ?? '-'} ${randomUUID()}\n`

const isStale = (text: string): boolean => {
  const [pid = '', start] = text.trim().split(' ')
  const id = Number(pid)
  if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid || !isAlive(id)) return true
  const now = startOf(id)
  return now !== undefined && start !== '-' && now !== start
}

const refuse = (dir: string) =>
  new CustodyRefusal(
    'Locked',
    `${dir} is open in another process; stop it first, or choose another DATA_DIR.`,
  )

/** Moves a stale lock away; when someone was faster and it is no longer the stale one, puts it back. */
const clear = async (file: string, stale: string): Promise<boolean> => {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    throw error
  }
  const moved = await readFile(aside, 'utf8')
  if (moved !== stale) await createDurably(file, moved)
  await unlink(aside)
  return moved === stale
}

/** Takes the directory for this process alone. Resolves to the function that gives it back. */
export const lockFolder = async (dir: string): Promise<() => Promise<void>> => {
  const file = resolve(dir, 'lock')
  if (held.has(file)) throw refuse(dir)
  held.add(file)
  try {
    const mine = owner()
    for (let tries = 0; !(await createDurably(file, mine)); tries += 1) {
      const found = await readFile(file, 'utf8').catch(() => '')
      if (tries === 3 || (found !== '' && !isStale(found)) || !(await clear(file, found))) throw refuse(dir)
    }
  } catch (error) {
    held.delete(file)
    throw error
  }
  return async () => {
    await unlink(file)
    held.delete(file)
  }
}
