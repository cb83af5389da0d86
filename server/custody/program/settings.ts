import { join, resolve, sep } from 'node:path'
import { isDatabase } from '#server/custody/postgres.ts'
import { parseSigners } from '#server/signer/program/place.ts'
import type { Party } from '#server/signer/share.ts'
import { orAllow, POLICY_DELAY_LEAST_S, parseUnsafe } from '#server/unsafe.ts'
import { type Place, parsePlace } from './place.ts'

export interface Settings {
  /** A folder, or the URL of a database. */
  dir: string
  keyFile: string
  place: Place
  policyDelayS: number
  anchor: string | undefined
  /** Who holds the keys of Bitcoin accounts; without them there are no such accounts. */
  signers: ReadonlyMap<Party, Place> | undefined
  /** Real money: the signers have to be apart. */
  isReal: boolean
}

const DAY_S = 86_400

/** Reads and checks the environment of custody's own process; a wrong value throws a sentence that names it. */
export const readSettings = (source: Readonly<Record<string, string | undefined>>): Settings => {
  const of = (name: string) => source[name]?.trim() || undefined
  const dataDir = resolve(of('DATA_DIR') ?? '.data')
  const keyFile = of('CUSTODY_KEY_FILE')
  if (keyFile === undefined) throw new Error('CUSTODY_KEY_FILE should be set: see README.md.')
  const anchor = of('CUSTODY_ANCHOR')
  if (anchor !== undefined && resolve(anchor).startsWith(`${dataDir}${sep}`))
    throw new Error('CUSTODY_ANCHOR should be a file outside of DATA_DIR, in a place that no backup holds.')
  const database = of('CUSTODY_DATABASE_URL')
  if (database !== undefined && !isDatabase(database))
    throw new Error(
      'CUSTODY_DATABASE_URL should be an address that starts with postgres:// or postgresql://.',
    )
  const delay = of('POLICY_DELAY_S') ?? String(DAY_S)
  if (!/^\d{1,8}$/.test(delay)) throw new Error('POLICY_DELAY_S should be a whole number of seconds.')
  const isProduction = of('NODE_ENV') === 'production'
  const allowed = parseUnsafe(of('ALLOW_UNSAFE') ?? '')
  const signers = of('SIGNERS_URL')
  if (isProduction && Number(delay) < POLICY_DELAY_LEAST_S && !allowed.includes('short-policy-delay'))
    throw new Error(
      orAllow('short-policy-delay', `POLICY_DELAY_S should be at least ${POLICY_DELAY_LEAST_S}.`),
    )
  return {
    dir: database ?? join(dataDir, 'custody'),
    keyFile,
    place: parsePlace(
      'CUSTODY_URL',
      of('CUSTODY_URL') ?? `unix:${join(dataDir, 'sockets')}`,
      of('CUSTODY_CERTIFICATES'),
    ),
    policyDelayS: Number(delay),
    anchor: anchor && resolve(anchor),
    signers:
      signers === undefined ? undefined : parseSigners('SIGNERS_URL', signers, of('CUSTODY_CERTIFICATES')),
    isReal: isProduction && !allowed.includes('signers-together'),
  }
}
