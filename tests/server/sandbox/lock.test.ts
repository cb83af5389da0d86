// @vitest-environment node
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockDataDir } from '#server/lock.ts'
import { temporaryFolder } from './place.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: ReturnType<typeof temporaryFolder>
const cleanUp: (() => unknown)[] = []
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const step of cleanUp.splice(0)) await step()
  folder.remove()
})
const lockFile = () => join(folder.path, 'lock')

const APART = ['unshare', '--pid', '--fork', '--kill-child']
const hasFlock = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0
const hasNamespaces =
  hasFlock && spawnSync(APART[0] ?? '', [...APART.slice(1), 'true'], { timeout: 10_000 }).status === 0
const hasPython = spawnSync('python3', ['--version']).status === 0
const withoutFlock = () => vi.stubEnv('PATH', '/nowhere')

/** Takes the lock, starts a child that outlives everything, says both, and waits to be killed. */
const SCRIPT = `
  const { spawn } = await import('node:child_process')
  const { lockDataDir } = await import('#server/lock.ts')
  try {
    lockDataDir(process.argv[1])
    const child = spawn('/bin/sleep', ['300'], { detached: true, stdio: 'ignore' })
    console.log('held ' + child.pid)
  } catch (error) { console.log(error.message) }
  process.stdin.resume()`

/** Another process that takes the lock; `before` is what starts it. */
const holder = async (before: readonly string[] = []) => {
  const [program = '', ...args] = [
    ...before,
    ...[process.execPath, '--import', 'tsx', '--input-type=module', '-e', SCRIPT, folder.path],
  ]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = await new Promise<string>((done) =>
    child.stdout.once('data', (line: Buffer) => done(line.toString().trim())),
  )
  const [, sleeper] = /^held (\d+)$/.exec(said) ?? []
  if (sleeper && before.length === 0) cleanUp.push(() => process.kill(Number(sleeper), 'SIGKILL'))
  const gone = new Promise((done) => child.once('exit', done))
  const kill = () => {
    child.kill('SIGKILL')
    return gone
  }
  cleanUp.push(kill)
  return { pid: child.pid, said, kill }
}

const inUse = (pid: number | undefined) =>
  `The data directory ${folder.path} is in use by process ${pid}. Stop that process, or set DATA_DIR to another directory.`

test('a second start on the same directory is refused with one sentence; after kill -9 it never is, whatever the first one started', async () => {
  const other = await holder()
  expect(other.said).toMatch(/^held/)
  expect(() => lockDataDir(folder.path)).toThrow(inUse(other.pid))
  await other.kill()
  lockDataDir(folder.path).release()
})

test.skipIf(!hasFlock || !hasPython)(
  'a dead process whose number is still listed holds nothing',
  async () => {
    // Its parent does not wait for it, as in a container whose first process is no init: it stays as a zombie.
    const parent = `import subprocess, sys, time
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(child.stdout.readline().decode(), child.pid, flush=True)
child.kill()
time.sleep(60)`
    const child = spawn(
      'python3',
      ['-c', parent, process.execPath, '--import', 'tsx', '--input-type=module', '-e', SCRIPT, folder.path],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    cleanUp.push(() => child.kill('SIGKILL'))
    const [, sleeper, pid] = await new Promise<RegExpExecArray | []>((done) => {
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const said = /held (\d+)\s+(\d+)/.exec(text)
        if (said) done(said)
      })
    })
    cleanUp.push(() => process.kill(Number(sleeper), 'SIGKILL'))
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '))
    lockDataDir(folder.path).release()
  },
)

test.skipIf(!hasNamespaces)(
  'two pid namespaces, as two containers on one volume, are told apart',
  async () => {
    const first = await holder(APART)
    expect(first.said).toMatch(/^held/)
    // Process number 1 in both, so that the number alone would be taken for its own.
    expect(readFileSync(lockFile(), 'utf8')).toMatch(/^1 /)
    const second = await holder(APART)
    expect(second.said).toBe(inUse(1))
    expect(() => lockDataDir(folder.path)).toThrow(inUse(1))
    await first.kill()
    await vi.waitFor(() => lockDataDir(folder.path).release())
  },
)

test('the same process cannot take it twice, and can again after release', () => {
  const first = lockDataDir(folder.path)
  expect(() => lockDataDir(folder.path)).toThrow(inUse(process.pid))
  first.release()
  lockDataDir(folder.path).release()
})

const REMAINS = [
  ['a process that is gone', '999999999 1\n'],
  ['a reused process number', `${process.pid} 1\n`],
  ['something unreadable', 'not a lock'],
  ['an empty file', ''],
] as const

test.each(REMAINS)('the lock of %s is taken over, and nothing is left beside it', (_name, content) => {
  writeFileSync(lockFile(), content)
  const lock = lockDataDir(folder.path)
  expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  expect(readdirSync(folder.path)).toEqual(['lock'])
  lock.release()
})

test.skipIf(!hasFlock)('an older version, which holds it by its name in the file, is not run over', () => {
  const parent = process.ppid
  const startedAt = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').pop()?.split(' ')[19]
  writeFileSync(lockFile(), `${parent} ${startedAt}\n`)
  expect(() => lockDataDir(folder.path)).toThrow(inUse(parent))
})

describe('without flock', () => {
  beforeEach(withoutFlock)

  test('a living process that names itself in the file keeps others out, a killed one does not', async () => {
    const other = await holder()
    expect(other.said).toMatch(/^held/)
    expect(() => lockDataDir(folder.path)).toThrow(inUse(other.pid))
    await other.kill()
    lockDataDir(folder.path).release()
    expect(existsSync(lockFile())).toBe(false)
  })

  test('the same process cannot take it twice, and can again after release', () => {
    const first = lockDataDir(folder.path)
    expect(() => lockDataDir(folder.path)).toThrow(inUse(process.pid))
    first.release()
    lockDataDir(folder.path).release()
  })

  test.each(REMAINS)('the lock of %s is taken over, and nothing is left beside it', (_name, content) => {
    writeFileSync(lockFile(), content)
    const lock = lockDataDir(folder.path)
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    expect(readdirSync(folder.path)).toEqual(['lock'])
    lock.release()
  })

  test('release leaves the lock of another process alone', () => {
    const lock = lockDataDir(folder.path)
    writeFileSync(lockFile(), '1 1\n')
    lock.release()
    expect(readFileSync(lockFile(), 'utf8')).toBe('1 1\n')
    rmSync(lockFile())
  })
})
