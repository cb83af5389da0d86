import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createKeyRing, type KeyRing, loadKeyRing } from '#server/custody/keyring.ts'
import { isDatabase } from '#server/custody/postgres.ts'
import { type Place, parsePlace } from '#server/custody/program/place.ts'
import { Identified } from '#server/signer/identity.ts'
import { othersOf, PARTIES, type Party } from '#server/signer/share.ts'
import { orAllow, POLICY_DELAY_LEAST_S, parseUnsafe } from '#server/unsafe.ts'

export interface SignerSettings {
  /** One signer; all three only where nobody's money is. */
  signers: { party: Party; dir: string; keyRing: () => Promise<KeyRing> }[]
  place: Place
  policyDelayS: number
  /** Who the others are; of all three in one process nobody needs to say it. */
  peers: ReadonlyMap<Party, string> | undefined
}

type Source = Readonly<Record<string, string | undefined>>

const DAY_S = 86_400

/** Who the others are, of SIGNER_PEERS. */
export const parsePeers = (text: string, party: Party): ReadonlyMap<Party, string> => {
  const known = new Map<Party, string>()
  for (const part of text.split(',')) {
    const [, name = '', identity] = /^\s*([123]):(\S+)\s*$/.exec(part) ?? []
    const other = PARTIES.find((one) => String(one) === name)
    if (other === undefined || !Identified.safeParse(identity).success)
      throw new Error(
        'SIGNER_PEERS should be NUMBER:IDENTITY of the other signers, separated by commas. Each one says its own: npm run signer -- identity.',
      )
    known.set(other, identity ?? '')
  }
  const missing = othersOf(party).find((other) => !known.has(other))
  if (missing !== undefined) throw new Error(`SIGNER_PEERS should name signer ${missing}, too.`)
  if (new Set(known.values()).size !== known.size) throw new Error('SIGNER_PEERS names one signer twice.')
  return known
}

/** Where one signer has its things, and what it needs to open them. */
export const readSigner = (source: Source): { party: Party; dir: string; keyFile: string } => {
  const of = (name: string) => source[name]?.trim() || undefined
  const party = PARTIES.find((one) => String(one) === of('SIGNER'))
  if (party === undefined) throw new Error('SIGNER should be 1, 2 or 3: which of the three signers this is.')
  const keyFile = of('SIGNER_KEY_FILE')
  if (keyFile === undefined) throw new Error('SIGNER_KEY_FILE should be set: see README.md.')
  const database = of('SIGNER_DATABASE_URL')
  if (database !== undefined && !isDatabase(database))
    throw new Error('SIGNER_DATABASE_URL should be an address that starts with postgres:// or postgresql://.')
  return { party, dir: database ?? join(resolve(of('DATA_DIR') ?? '.data'), `signer${party}`), keyFile }
}

/** Where all three are that share a process, as beside the sandbox. */
export const togetherIn = (dataDir: string): { party: Party; dir: string; keyFile: string }[] =>
  PARTIES.map((party) => ({
    party,
    dir: join(dataDir, 'signers', String(party)),
    keyFile: join(dataDir, 'signers', `${party}.keys`),
  }))

/** Reads and checks the environment of a signer's own process; a wrong value throws a sentence that names it. */
export const readSettings = (source: Source): SignerSettings => {
  const of = (name: string) => source[name]?.trim() || undefined
  const dataDir = resolve(of('DATA_DIR') ?? '.data')
  const isProduction = of('NODE_ENV') === 'production'
  const allowed = parseUnsafe(of('ALLOW_UNSAFE') ?? '')
  const delay = of('POLICY_DELAY_S') ?? String(DAY_S)
  if (!/^\d{1,8}$/.test(delay)) throw new Error('POLICY_DELAY_S should be a whole number of seconds.')
  if (isProduction && Number(delay) < POLICY_DELAY_LEAST_S && !allowed.includes('short-policy-delay'))
    throw new Error(
      orAllow('short-policy-delay', `POLICY_DELAY_S should be at least ${POLICY_DELAY_LEAST_S}.`),
    )
  const shared = {
    policyDelayS: Number(delay),
    place: parsePlace(
      'SIGNER_URL',
      of('SIGNER_URL') ?? `unix:${join(dataDir, 'sockets')}`,
      of('SIGNER_CERTIFICATES'),
      'SIGNER_CERTIFICATES',
    ),
  }
  if (of('SIGNER') === 'all') {
    if (isProduction && !allowed.includes('signers-together'))
      throw new Error(
        orAllow(
          'signers-together',
          'SIGNER should be 1, 2 or 3: three shares in one process are as good as one key.',
        ),
      )
    if (shared.place.kind !== 'sockets')
      throw new Error('SIGNER_URL should be unix:/folder for all three at once.')
    const ring = async (file: string) => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      return existsSync(file) ? loadKeyRing(file) : createKeyRing(file)
    }
    return {
      ...shared,
      signers: togetherIn(dataDir).map(({ keyFile, ...own }) => ({ ...own, keyRing: () => ring(keyFile) })),
      peers: undefined,
    }
  }
  const { party, dir, keyFile } = readSigner(source)
  return {
    ...shared,
    signers: [{ party, dir, keyRing: async () => loadKeyRing(keyFile, 'SIGNER_KEY_FILE') }],
    peers: parsePeers(of('SIGNER_PEERS') ?? '', party),
  }
}
