import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Lock = { release(): void }

type Holder = { pid: number; startedAt: string }

/** Files of this process: its own number in a file of an earlier run, as in a container, proves nothing. */
const held = new Set<string>()

/** When a process started, in the kernel's ticks since boot; '' where /proc does not tell. */
const startOf = (pid: number): string => {
  try {
    // The second field is the program's name in brackets and may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')
    return fields?.[19] ?? ''
  } catch {
    return ''
  }
}

const alive = ({ pid, startedAt }: Holder): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const now = startOf(pid)
  return now === '' || startedAt === '' || now === startedAt
}

const parse = (text: string): Holder | undefined => {
  const [pid = '', startedAt = ''] = text.trim().split(' ')
  return /^\d+$/.test(pid) ? { pid: Number.parseInt(pid, 10), startedAt } : undefined
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A link appears whole or not at all, so nobody ever reads a lock that is still being written. */
const take = (own: string, lock: string): boolean => {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead process's lock away; puts it back when another process was faster and it is a new one. */
const removeStale = (lock: string, stale: string, aside: string) => {
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (read(aside) !== stale) take(aside, lock)
  rmSync(aside, { force: true })
}

/**
 * Makes this process the only user of a directory. Takes over the lock of a dead process; throws what `refuse` answers
 * for the living one that holds it.
 */
export const lockFolder = (dir: string, refuse: (pid: number) => Error): Lock => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = resolve(dir, 'lock')
  if (held.has(lock)) throw refuse(process.pid)
  const own = `${lock}.${process.pid}`
  const content = `${process.pid} ${startOf(process.pid)}\n`
  rmSync(own, { force: true })
  writeFileSync(own, content, { flag: 'wx', mode: 0o600 })
  try {
    while (!take(own, lock)) {
      const text = read(lock)
      if (text === undefined) continue
      const holder = parse(text)
      if (holder && alive(holder)) throw refuse(holder.pid)
      removeStale(lock, text, `${own}.stale`)
    }
    held.add(lock)
  } finally {
    rmSync(own, { force: true })
  }
  return {
    release: () => {
      held.delete(lock)
      if (read(lock) === content) rmSync(lock, { force: true })
    },
  }
}

/** The embedded database and the chains in a data directory must not be opened twice. Throws when they are. */
export const lockDataDir = (dir: string): Lock =>
  lockFolder(
    dir,
    (pid) =>
      new Error(
        `The data directory ${dir} is in use by process ${pid}. Stop that process, or set DATA_DIR to another directory.`,
      ),
  )
