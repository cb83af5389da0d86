// @vitest-environment node
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from '#server/lock.ts'
import { temporaryFolder } from './place.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())
const lockFile = () => join(folder.path, 'lock')

/** Another process that takes the lock, says so, and holds it until it is killed. */
const holder = async () => {
  const script = `
    const { lockDataDir } = await import('#server/lock.ts')
    try { lockDataDir(process.argv[1]); console.log('held') } catch (error) { console.log(error.message) }
    process.stdin.resume()`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, folder.path],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const said = await new Promise<string>((done) =>
    child.stdout.once('data', (line: Buffer) => done(line.toString().trim())),
  )
  const kill = () =>
    new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGKILL')
    })
  return { pid: child.pid, said, kill }
}

test('a second start on the same directory is refused with one sentence that says what to do', async () => {
  const other = await holder()
  try {
    expect(other.said).toBe('held')
    expect(() => lockDataDir(folder.path)).toThrow(
      `The data directory ${folder.path} is in use by process ${other.pid}. Stop that process, or set DATA_DIR to another directory.`,
    )
  } finally {
    await other.kill()
  }
  expect(existsSync(lockFile())).toBe(true)
  lockDataDir(folder.path).release()
  expect(existsSync(lockFile())).toBe(false)
}, 60_000)

test('the same process cannot take it twice, and can again after release', () => {
  const first = lockDataDir(folder.path)
  expect(() => lockDataDir(folder.path)).toThrow('is in use by process')
  first.release()
  lockDataDir(folder.path).release()
})

test.each([
  ['a process that is gone', '999999999 1\n'],
  ['a reused process number', `${process.pid} 1\n`],
  ['something unreadable', 'not a lock'],
  ['an empty file', ''],
])('the lock of %s is taken over, and nothing is left beside it', (_name, content) => {
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
})
