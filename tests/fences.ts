import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What each folder may import, by the names of package.json; see the map in README.md. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ['contract'],
  'src/domain': ['contract', 'domain'],
  'src/text': ['contract', 'domain', 'text'],
  'src/ui': ['contract', 'domain', 'text', 'ui'],
  'src/net': ['contract', 'domain', 'net'],
  'src/state': ['contract', 'domain', 'text', 'ui', 'net', 'state'],
  'src/features': ['contract', 'domain', 'text', 'ui', 'net', 'state', 'features'],
  'src/app': ['contract', 'domain', 'text', 'ui', 'net', 'state', 'features', 'app'],
  'src/main.tsx': ['ui', 'state', 'app'],
  sw: ['contract', 'domain', 'sw'],
  server: ['contract', 'domain', 'server'],
}

/** What builds or begins the server, or looks at its files from outside. */
const STARTERS = /^server\/(?:main|dev|bundle|needs|keys|operator|rotation|risk|backup|parts|verifylog)\.ts$/
const CUSTODY_PORT = 'server/custody/custody.ts'

/** What custody may know of the rest of the server: it speaks with nobody but its callers and the signers. */
const CUSTODYS = /^server\/(?:custody|signer|async|line)\/|^server\/(?:lock|secret|unsafe)\.ts$/

/** What uses custody's keys: signers judge by custody's rules, but have keys of their own. */
const KEYED = /^server\/custody\/(?:custody|open|vault|keys|sign|inside)\.ts$/

/** What strangers send over WalletConnect is read there, in a process of its own. */
const CLIENT = 'server/dapps/program/'
const LIBRARY = /^@(?:walletconnect|reown)\//
/** What that process may know of the rest of the server. */
const CLIENTS = /^server\/(?:dapps\/(?:program\/|message\.ts$)|async\/|line\/)/

/** Where rows are read and written besides the stores and server/db; only ever fewer. */
const KEEPERS = [
  'server/chains/watch/position.ts',
  'server/http/health.ts',
  'server/mail/outbox.ts',
  'server/modules/auth/session.ts',
  'server/modules/auth/sweep.ts',
  'server/modules/auth/takeover.ts',
  'server/modules/callbacks/service.ts',
  'server/modules/dapps/storage.ts',
  'server/modules/transactions/attempts.ts',
  'server/modules/transactions/key.ts',
  'server/modules/transactions/onchain.ts',
  'server/modules/transactions/outbox.ts',
  'server/modules/transactions/recipient.ts',
]
const STORE = /^server\/modules\/(?:\w+\/)+\w*store\.ts$/
/** An account is made in the transaction that signs it in. */
const LENT = 'server/modules/auth/signin.ts imports server/modules/users/store.ts'

/** What other features draw through; it knows none of them. */
const SHARED = 'transaction'

const IMPORT = /(?:^|\n)\s*(?:im|ex)port\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'|\bimport\('([^']+)'\)/g

interface Import {
  /** As it is written. */
  name: string
  /** The file, for what is ours. */
  path: string
  type: boolean
}

const importsOf = (file: string, source: string): Import[] =>
  [...source.matchAll(IMPORT)].map(([, type, still, lazy]) => {
    const name = still ?? lazy ?? ''
    const own = name.replace(/^#(contract|domain|text|ui|net|state|features|app)\//, 'src/$1/')
    const path = name.startsWith('.') ? join(dirname(file), name) : own.replace(/^#/, '')
    return { name, path, type: type !== undefined }
  })

const isSql = ({ name, path, type }: Import): boolean =>
  !type && (name === 'drizzle-orm' || path.startsWith('server/db/schema/'))

const faultOf = (file: string, imported: Import): string | undefined => {
  const { name, path } = imported
  const floor = Object.keys(FLOORS).find((folder) => `${file}/`.startsWith(`${folder}/`)) ?? ''
  const [, target] = /^#(\w+)\//.exec(name) ?? []
  if (name.startsWith('../')) return 'import by the name of the folder (#domain/…), not by ../'
  if (target && !FLOORS[floor]?.includes(target)) return `${floor} may not import #${target}: see README.md`
  const feature = (of: string) => /^src\/features\/(\w+)\//.exec(of)?.[1]
  const isForeign = feature(file) && feature(path) && feature(file) !== feature(path)
  if (isForeign && feature(path) !== SHARED) return 'features meet only in app/'
  if (floor !== 'server') return undefined

  const within = (folder: string) => file.startsWith(folder) || STARTERS.test(file)
  if (path.startsWith('server/sandbox/') && !within('server/sandbox/'))
    return 'only what begins the server knows the sandbox'
  // Signers judge by custody's own rules, and keep what they have as it does.
  const isInside = within('server/custody/') || file.startsWith('server/signer/')
  if (path.startsWith('server/custody/') && path !== CUSTODY_PORT && !isInside)
    return `only ${CUSTODY_PORT} is open to the rest of the server`
  if (file.startsWith('server/custody/') && path.startsWith('server/') && !CUSTODYS.test(path))
    return 'custody knows nothing of the servers that call it'
  if (file.startsWith('server/signer/') && path.startsWith('server/') && !CUSTODYS.test(path))
    return 'a signer knows nothing of the server'
  if (file.startsWith('server/signer/') && KEYED.test(path)) return "a signer never has custody's keys"
  // The sandbox has a relay and a dApp of its own.
  const isClients = path.startsWith(CLIENT) || (LIBRARY.test(name) && !file.startsWith('server/sandbox/'))
  if (isClients && !file.startsWith(CLIENT))
    return 'only the process of the WalletConnect client has its library'
  if (file.startsWith(CLIENT) && path.startsWith('server/') && !CLIENTS.test(path))
    return 'the process of the WalletConnect client knows nothing of the server'
  if (STORE.test(path) && !file.startsWith(`${dirname(path)}/`) && `${file} imports ${path}` !== LENT)
    return 'a store is only of its own folder and those in it: ask the service'
  const keeps = /^server\/(?:db|sandbox)\//.test(file) || STORE.test(file) || KEEPERS.includes(file)
  if (isSql(imported) && !keeps) return 'rows are read and written in stores (store.ts)'
  return undefined
}

/** What this file imports against the rules, one line each. */
export const faultsOf = (file: string, source: string): string[] =>
  importsOf(file, source).flatMap((each) => {
    const fault = faultOf(file, each)
    return fault === undefined ? [] : [`${file} imports ${each.name}: ${fault}`]
  })

/** Of the whole project. */
export const allFaults = (): string[] => {
  const files = ['src', 'sw', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const stale = KEEPERS.filter(
    (keeper) => !sources.some(([file, source]) => file === keeper && importsOf(file, source).some(isSql)),
  )
  return [
    ...sources.flatMap(([file, source]) => faultsOf(file, source)),
    ...stale.map((file) => `${file} has no rows any more: take it off tests/fences.ts`),
  ]
}

if (process.argv[1]?.endsWith('tests/fences.ts')) {
  const faults = allFaults()
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
