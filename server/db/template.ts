import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const entry = require.resolve('@electric-sql/pglite')

const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8')).version

/**
 * Creating a database cluster inside this process would leave 400 MiB behind for its whole life, so a child
 * does it once and hands over a packed copy.
 */
const MAKE = `
const { PGlite } = await import(process.argv[1])
const client = await PGlite.create()
const file = await client.dumpDataDir('gzip')
await client.close()
process.stdout.write(Buffer.from(await file.arrayBuffer()))
`

const make = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', MAKE, pathToFileURL(entry).href], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {},
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(chunks))
        : reject(new Error(`The embedded database could not be created (exit code ${code}).`)),
    )
  })

const keep = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const partial = join(folder, `${name}.${process.pid}.part`)
  await writeFile(partial, bytes)
  await rename(partial, join(folder, name))
}

/** The packed empty cluster, or undefined when `dataDir` holds one already. */
export const readTemplate = async (dataDir: string | undefined): Promise<Blob | undefined> => {
  if (dataDir !== undefined && existsSync(join(dataDir, 'PG_VERSION'))) return undefined
  const name = `pglite-${await readVersion()}.tar.gz`
  const folders = [join(process.cwd(), '.cache'), join(tmpdir(), 'countersign-cache')]
  for (const folder of folders) {
    const file = join(folder, name)
    if (existsSync(file)) return new Blob([await readFile(file)])
  }
  const bytes = await make()
  const [near, far] = folders as [string, string]
  await keep(near, name, bytes).catch(() => keep(far, name, bytes))
  return new Blob([new Uint8Array(bytes)])
}
