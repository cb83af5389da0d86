import { join, resolve, sep } from 'node:path'
import { isDatabase } from '#server/custody/postgres.ts'
import { orAllow, POLICY_DELAY_LEAST_S, parseUnsafe } from '#server/unsafe.ts'
import { type Place, parsePlace } from './place.ts'

export interface Settings {
  /** A folder, or the URL of a database. */
  dir: string
  keyFile: string
  place: Place
  policyDelayS: number
  anchor: string | undefined
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
  const isShort = of('NODE_ENV') === 'production' && Number(delay) < POLICY_DELAY_LEAST_S
  if (isShort && !parseUnsafe(of('ALLOW_UNSAFE') ?? '').includes('short-policy-delay'))
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
  }
}
