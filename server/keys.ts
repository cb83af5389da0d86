import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing } from './custody/custody.ts'
import { type Env, readEnv } from './env.ts'
import { makeLog } from './log.ts'

const USAGE = 'npm run keys:new -- <file>, or npm run keys:rotate [-- --new-key].'

const say = (line: string) => process.stdout.write(`${line}\n`)

const makeRing = async (file: string): Promise<void> => {
  const { currentId } = await createKeyRing(file)
  say(`${file} holds one new key, '${currentId}'. Keep a copy of it, apart from every backup of the data.`)
}

/** The rings of the environment, else those that a sandbox made; without one of its own custody has the servers'. */
const ringsOf = ({ dataDir, masterKeyFile, custodyKeyFile, custodyUrl }: Env) => {
  const made = (name: string) => {
    const file = join(dataDir, name)
    return existsSync(file) ? file : undefined
  }
  const serverRing = masterKeyFile ?? made('master.keys')
  const isInside = custodyUrl === undefined && existsSync(join(dataDir, 'custody'))
  return {
    serverRing,
    custodyRing: custodyKeyFile ?? made('custody.keys') ?? (isInside ? serverRing : undefined),
  }
}

/** While neither custody nor a server runs. */
const rotateRings = async (newKey: boolean): Promise<number> => {
  const env = readEnv(process.env)
  const rings = ringsOf(env)
  if (rings.serverRing === undefined && rings.custodyRing === undefined)
    throw new Error('MASTER_KEY_FILE, CUSTODY_KEY_FILE or both should be set: see README.md.')
  const { dataDir, databaseUrl, custodyDatabaseUrl, custodyAnchor } = env
  const { rotate } = await import('./rotation.ts')
  const done = await rotate({
    ...{ dataDir, databaseUrl, custodyDatabaseUrl, custodyAnchor, ...rings, newKey },
    log: makeLog('warn'),
    print: say,
  })
  return done ? 0 : 1
}

const main = async (): Promise<number> => {
  const [command, ...rest] = process.argv.slice(2)
  const [argument] = rest
  if (command === 'new' && argument && rest.length === 1) {
    await makeRing(argument)
    return 0
  }
  if (command === 'rotate' && (argument === undefined || argument === '--new-key') && rest.length < 2)
    return rotateRings(argument === '--new-key')
  process.stderr.write(`${USAGE}\n`)
  return 2
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
