import { spawnSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { resolve } from 'node:path'

export type Lock = { release(): void }
/** Makes this process the only user of a directory; throws what `refuse` answers for whoever holds it. */
export type LockFolder = (dir: string, refuse: (holder: string) => Error) => Lock

type Holder = { pid: number; startedAt: string; byKernel: boolean }

const named = (pid: number | undefined): string => (pid === undefined ? 'another process' : `process ${pid}`)

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
  const [pid = '', startedAt = '', by] = text.trim().split(' ')
  if (!/^\d+$/.test(pid)) return undefined
  return { pid: Number.parseInt(pid, 10), startedAt, byKernel: by === KERNELS }
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

/** Where no `flock` is: a file that names its process, which others of the same pid namespace find alive or gone. */
const lockByFile = (lock: string, refuse: (holder: string) => Error): Lock => {
  if (held.has(lock)) throw refuse(named(process.pid))
  const own = `${lock}.${process.pid}`
  const content = `${process.pid} ${startOf(process.pid)}\n`
  rmSync(own, { force: true })
  writeFileSync(own, content, { flag: 'wx', mode: 0o600 })
  try {
    while (!take(own, lock)) {
      const text = read(lock)
      if (text === undefined) continue
      const holder = parse(text)
      if (holder && alive(holder)) throw refuse(named(holder.pid))
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

/** Marks a file whose lock is the kernel's; without it an older version may hold it by its name alone. */
const KERNELS = 'flock'

/** The file behind `path` may have been taken away since it was opened; a lock on it would keep nobody out. */
const isAt = (file: number, path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && there.ino === fstatSync(file).ino
}

/**
 * The lock belongs to the open file (flock(2)) and ends with the process, however that ends; processes in other
 * containers on the same kernel see it. `flock` of util-linux takes it on the descriptor that it inherits. No child keeps
 * it: Node opens files with O_CLOEXEC. Undefined where there is no such program.
 */
const lockByKernel = (lock: string, refuse: (holder: string) => Error): Lock | undefined => {
  const file = openSync(lock, 'a+', 0o600)
  const release = () => {
    // The file stays: taken away, two processes could lock two files of one name.
    ftruncateSync(file)
    closeSync(file)
  }
  try {
    const { status, stderr, error } = spawnSync('flock', ['-n', '-x', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', file],
      encoding: 'utf8',
    })
    if (!(error && 'code' in error && error.code === 'ENOENT')) {
      const holder = parse(read(lock) ?? '')
      if (status === 1) throw refuse(named(holder?.pid))
      if (status !== 0) throw new Error(`${lock} cannot be locked: ${error?.message ?? stderr.trim()}`)
      if (holder && !holder.byKernel && alive(holder)) throw refuse(named(holder.pid))
      if (!isAt(file, lock)) throw refuse(named(undefined))
      ftruncateSync(file)
      writeSync(file, `${process.pid} ${startOf(process.pid)} ${KERNELS}\n`)
      return { release }
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
  closeSync(file)
  return undefined
}

export const lockFolder: LockFolder = (dir, refuse) => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = resolve(dir, 'lock')
  return (process.platform === 'linux' && lockByKernel(lock, refuse)) || lockByFile(lock, refuse)
}

/** The embedded database and the chains in a data directory must not be opened twice. Throws when they are. */
export const lockDataDir = (dir: string): Lock =>
  lockFolder(
    dir,
    (holder) =>
      new Error(
        `The data directory ${dir} is in use by ${holder}. Stop that process, or set DATA_DIR to another directory.`,
      ),
  )
