import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { linesOf } from './async/lines.ts'
import { openCustodyBackup, packCustody, unpackCustody } from './custody/backup.ts'
import { loadKeyRing } from './custody/custody.ts'
import { open, type Part, seal } from './custody/disk/archive.ts'
import { databaseBackupSealer } from './custody/keyring.ts'
import { readSettings, type Settings } from './custody/program/settings.ts'
import { openStore, readStore } from './custody/store.ts'
import { type Env, readEnv } from './env.ts'
import { lockDataDir, lockFolder } from './lock.ts'
import { openSignerBackup, packSigner, unpackSigner } from './signer/backup.ts'
import { readSigner, togetherIn } from './signer/program/settings.ts'
import type { Party } from './signer/share.ts'
import { FOLDERS as SIGNER_FOLDERS } from './signer/signer.ts'

/** Bytes of one part of the database's backup. */
const PIECE = 1024 * 1024
const KIND = 'database'
const FILES = { database: 'database.sealed', custody: 'custody.sealed' }
const signerFile = (party: Party): string => `signer${party}.sealed`

/** Writes a new file that only its owner reads, whole or not at all. */
const write = async (path: string, lines: AsyncIterable<string>): Promise<void> => {
  if (existsSync(path)) throw new Error(`${path} is there already; name another folder.`)
  const part = `${path}.part`
  const stream = createWriteStream(part, { mode: 0o600, flush: true })
  try {
    for await (const line of lines) if (!stream.write(line)) await once(stream, 'drain')
    stream.end()
    await finished(stream)
    await rename(part, path)
  } catch (error) {
    stream.destroy()
    await unlink(part).catch(() => undefined)
    throw error
  }
}

const backupLines = (path: string): AsyncGenerator<string> => {
  if (!existsSync(path)) throw new Error(`${path} is not there; name the folder of a backup.`)
  return linesOf(path)
}

async function* pieces(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE) yield { name, bytes: chunk.subarray(at, at + PIECE) }
}

/** The parts of an archive that was read once to its end before: nothing is put back of one that is not whole. */
const whole = async (read: () => AsyncIterable<Part>): Promise<AsyncIterable<Part>> => {
  for await (const _ of read());
  return read()
}

/** A program of PostgreSQL's client package. */
const start = (program: string, args: readonly string[], stdio: 'reads' | 'writes') => {
  const child = spawn(program, args, {
    stdio: stdio === 'writes' ? ['ignore', 'pipe', 'inherit'] : ['pipe', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((done, fail) => {
    child.once('error', () =>
      fail(new Error(`${program} cannot be started; it comes with the client programs of PostgreSQL.`)),
    )
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code}.`))))
  })
  // Whoever waits for it hears of it.
  ended.catch(() => undefined)
  return { child, ended }
}

async function* dumpServer(url: string): AsyncGenerator<Uint8Array> {
  const { child, ended } = start(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', url],
    'writes',
  )
  for await (const chunk of child.stdout ?? []) yield chunk as Uint8Array
  await ended
}

async function* dumpEmbedded(folder: string): AsyncGenerator<Uint8Array> {
  const { PGlite } = await import('@electric-sql/pglite')
  const client = await PGlite.create({ dataDir: folder })
  try {
    const file = await client.dumpDataDir('gzip')
    yield new Uint8Array(await file.arrayBuffer())
  } finally {
    await client.close()
  }
}

const putIntoServer = async (url: string, chunks: AsyncIterable<Part>): Promise<void> => {
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--dbname', url]
  const { child, ended } = start('pg_restore', args, 'reads')
  const { stdin } = child
  if (!stdin) throw new Error('pg_restore takes nothing.')
  // A program that ends early says so by its code.
  stdin.on('error', () => undefined)
  for await (const { bytes } of chunks)
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain'), ended])
  stdin.end()
  await ended
}

const putIntoEmbedded = async (folder: string, chunks: AsyncIterable<Part>): Promise<void> => {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty; a backup is put back only into an empty installation.`)
  const all: Uint8Array<ArrayBuffer>[] = []
  for await (const { bytes } of chunks) all.push(new Uint8Array(bytes))
  const { PGlite } = await import('@electric-sql/pglite')
  const client = await PGlite.create({ dataDir: folder, loadDataDir: new Blob(all) })
  await client.close()
}

interface Around {
  env: Env
  custody: Settings
  folder: string
}

/** The signer of this environment, or all three of a folder that has them. */
const signersOf = (env: Env): { party: Party; dir: string; keyFile: string }[] => {
  if (process.env.SIGNER !== undefined) return [readSigner(process.env)]
  return togetherIn(env.dataDir).filter(({ keyFile }) => existsSync(keyFile))
}

const serverSealer = ({ env }: Around) =>
  databaseBackupSealer(loadKeyRing(env.masterKeyFile ?? join(env.dataDir, 'master.keys')))

const WORKS: Readonly<Record<string, (around: Around) => Promise<string>>> = {
  async 'backup database'(around) {
    const { env, folder } = around
    const path = join(folder, FILES.database)
    const chunks =
      env.databaseUrl === undefined
        ? pieces('pglite', dumpEmbedded(join(env.dataDir, 'database')))
        : pieces('postgres', dumpServer(env.databaseUrl))
    await write(path, seal(KIND, serverSealer(around), chunks))
    return `The database is in ${path}. The servers’ key ring is not: keep it apart.`
  },
  async 'backup signers'({ env, folder }) {
    const said: string[] = []
    for (const { party, dir, keyFile } of signersOf(env)) {
      const store = await readStore(dir)
      try {
        const path = join(folder, signerFile(party))
        await write(path, packSigner(store, loadKeyRing(keyFile), party))
        said.push(`Signer ${party} is in ${path}. Its key ring is not: keep it apart.`)
      } finally {
        await store.close()
      }
    }
    return said.join('\n')
  },
  async 'backup custody'({ custody, folder }) {
    const store = await readStore(custody.dir)
    try {
      const path = join(folder, FILES.custody)
      await write(path, packCustody(store, loadKeyRing(custody.keyFile)))
      return `Custody is in ${path}. Its key ring is not: keep it apart.`
    } finally {
      await store.close()
    }
  },
  async 'restore database'(around) {
    const { env, folder } = around
    const parts = await whole(() =>
      open(KIND, serverSealer(around), backupLines(join(folder, FILES.database))),
    )
    if (env.databaseUrl === undefined) await putIntoEmbedded(join(env.dataDir, 'database'), parts)
    else await putIntoServer(env.databaseUrl, parts)
    return 'The database is there again.'
  },
  async 'restore signers'({ env, folder }) {
    const said: string[] = []
    for (const { party, dir, keyFile } of signersOf(env)) {
      const store = await openStore(dir, lockFolder, SIGNER_FOLDERS)
      try {
        const ring = loadKeyRing(keyFile)
        const read = () => openSignerBackup(ring, party, backupLines(join(folder, signerFile(party))))
        said.push(`Signer ${party} is there again (${await unpackSigner(store, await whole(read))} files).`)
      } finally {
        await store.close()
      }
    }
    return said.join('\n')
  },
  async 'restore custody'({ custody, folder }) {
    const store = await openStore(custody.dir)
    try {
      const ring = loadKeyRing(custody.keyFile)
      const parts = await whole(() => openCustodyBackup(ring, backupLines(join(folder, FILES.custody))))
      const files = await unpackCustody(store, ring, parts)
      return `Custody is there again (${files} files). It opens for nobody before you say so: npm run custody -- restored.`
    } finally {
      await store.close()
    }
  },
}

const PARTS = ['database', 'signers', 'custody']

const USAGE = `npm run backup -- <folder> [database|signers|custody]    the database first, then the signers, custody last, sealed
npm run restore -- <folder> [database|signers|custody]   into an empty installation, which then signs nothing until it is released`

/** `npm run backup` and `npm run restore`; answers the exit code. */
const main = async ([command = '', folder, only, ...rest]: readonly string[]): Promise<number> => {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const isOne = only === undefined || PARTS.includes(only)
  if (!['backup', 'restore'].includes(command) || folder === undefined || !isOne || rest.length > 0) {
    print(USAGE)
    return 2
  }
  const env = readEnv(process.env)
  const around: Around = {
    env,
    custody: readSettings({ CUSTODY_KEY_FILE: join(env.dataDir, 'custody.keys'), ...process.env }),
    folder: resolve(folder),
  }
  // The embedded database has one process.
  const lock =
    env.databaseUrl === undefined && (only ?? 'database') === 'database'
      ? lockDataDir(env.dataDir)
      : undefined
  try {
    if (command === 'backup') await mkdir(around.folder, { recursive: true, mode: 0o700 })
    for (const part of only === undefined ? PARTS : [only]) {
      const said = await WORKS[`${command} ${part}`]?.(around)
      if (said) print(said)
    }
    return 0
  } finally {
    lock?.release()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
