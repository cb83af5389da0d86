import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { addKey, type KeyRing, keyMark, loadKeyRing, resealAnchor, resealCopies } from './custody/custody.ts'
import { resealStore } from './custody/rotate.ts'
import { openStore } from './custody/store.ts'
import { type Db, openDatabase } from './db/client.ts'
import { makeMirror } from './db/mirror.ts'
import { columnsWithKey, liveServers, resealColumns } from './db/sealed.ts'
import { lockDataDir } from './lock.ts'

export interface Rotation {
  dataDir: string
  databaseUrl: string | undefined
  /** Where custody's files are, if not in the folder. */
  custodyDatabaseUrl?: string | undefined
  custodyAnchor: string | undefined
  /** File of the servers' own ring, and of custody's; one file in an installation that has only one. */
  serverRing: string | undefined
  custodyRing: string | undefined
  /** Puts a fresh key first in each ring. */
  newKey: boolean
  log: FastifyBaseLogger
  print: (line: string) => void
  /** Hears of each file and field that was sealed again. */
  onStep?: () => void
}

/** What one ring seals: how to seal it again, and where a key of it still is. */
interface Holding {
  reseal(ring: KeyRing): Promise<string>
  find(id: string): Promise<string[]>
}

const anchorHas = async (path: string | undefined, id: string): Promise<boolean> =>
  path !== undefined && existsSync(path) && (await readFile(path, 'utf8')).includes(keyMark(id))

/** Custody's files, their copies in the database, and the anchor. Takes custody's lock until `close`. */
const openCustodys = async (rotation: Rotation, db: Db) => {
  const { dataDir, custodyDatabaseUrl, custodyAnchor: anchor, onStep } = rotation
  const dir = custodyDatabaseUrl ?? join(dataDir, 'custody')
  if (custodyDatabaseUrl === undefined && !existsSync(dir))
    throw new Error(`${dir} does not exist; DATA_DIR should be the folder of custody.`)
  const store = await openStore(dir)
  const holding: Holding = {
    async reseal(ring) {
      const files = await resealStore(store, ring, onStep)
      const copies = await resealCopies(makeMirror(db), ring)
      const anchors = anchor === undefined ? 0 : await resealAnchor(anchor, ring)
      return `${files + anchors} files and ${copies} copies of custody`
    },
    find: async (id) => [
      ...(await store.holding(keyMark(id))),
      ...((await anchorHas(anchor, id)) ? [anchor ?? ''] : []),
      ...(await columnsWithKey(db, id, 'custody')),
    ],
  }
  return { holding, close: store.close }
}

const serversHolding = ({ onStep }: Rotation, db: Db): Holding => ({
  reseal: async (ring) => `${await resealColumns(db, ring.sealer, onStep)} database fields`,
  find: (id) => columnsWithKey(db, id, 'server'),
})

/** Answers whether nothing needs an older key of this ring any more. */
const rotateRing = async (
  file: string,
  holdings: Holding[],
  { newKey, print, serverRing }: Rotation,
): Promise<boolean> => {
  const variable = file === serverRing ? 'MASTER_KEY_FILE' : 'CUSTODY_KEY_FILE'
  const ring = newKey ? await addKey(file) : loadKeyRing(file, variable)
  for (const { reseal } of holdings)
    print(`Sealed ${await reseal(ring)} again with key '${ring.currentId}' of ${file}.`)
  const free: string[] = []
  for (const id of ring.ids.filter((each) => each !== ring.currentId)) {
    const places = (await Promise.all(holdings.map(({ find }) => find(id)))).flat()
    if (places.length === 0) free.push(id)
    else print(`Key '${id}' of ${file} is still needed by ${places.join(', ')}.`)
  }
  if (free.length > 0)
    print(`Nothing needs ${free.join(', ')} of ${file} any more, except older backups: take the lines out.`)
  return free.length === ring.ids.length - 1
}

const rotateAll = async (rotation: Rotation, db: Db): Promise<boolean> => {
  const { serverRing, custodyRing } = rotation
  const live = serverRing === undefined ? [] : await liveServers(db)
  if (live.length > 0)
    throw new Error(
      `A server works on this database (${live.join(', ')}). Stop all of them first; after a sudden end it takes up to half a minute until this is seen.`,
    )
  const custodys = custodyRing === undefined ? undefined : await openCustodys(rotation, db)
  try {
    const holdings = new Map<string, Holding[]>()
    const add = (file: string | undefined, holding: Holding | undefined) => {
      if (file !== undefined && holding) holdings.set(file, [...(holdings.get(file) ?? []), holding])
    }
    add(custodyRing, custodys?.holding)
    add(serverRing, serversHolding(rotation, db))
    let done = true
    for (const [file, own] of holdings) done = (await rotateRing(file, own, rotation)) && done
    return done
  } finally {
    await custodys?.close()
  }
}

/**
 * Seals all that the given rings seal again with their first keys, and says which older keys nothing needs any more: what
 * it knows by its registers, and what it finds by looking for the keys' ids everywhere. May be interrupted and repeated.
 * Throws a sentence while custody or a server is running. Answers whether nothing needs an older key any more.
 */
export const rotate = async (rotation: Rotation): Promise<boolean> => {
  const { dataDir, databaseUrl, log } = rotation
  const folder = join(dataDir, 'database')
  if (databaseUrl === undefined && !existsSync(folder))
    throw new Error(
      `DATABASE_URL should be set, or DATA_DIR be the folder of the database: ${folder} is not there.`,
    )
  const lock = databaseUrl === undefined ? lockDataDir(dataDir) : undefined
  try {
    const database = await openDatabase({ databaseUrl, dataDir: folder, log })
    try {
      return await rotateAll(rotation, database.db)
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}
