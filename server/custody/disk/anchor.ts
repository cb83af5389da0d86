import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { makeQueue } from '#server/async/queue.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { appendDurably, hasCode, replaceDurably } from './file.ts'
import type { ByteSealer } from './seal.ts'

/**
 * How far each log of an installation has come, in a place that no backup of it holds: put back to one moment, custody
 * and database agree with each other, and only this still knows better.
 */
export interface Anchor {
  /** A log has come to this entry. */
  note(kind: string, id: string, head: Head): void
  /** An operator takes a log as it is, also where less is there than the anchor knows; without a log, all of them. */
  take(kind?: string, id?: string): void
  /**
   * Throws CustodyRefusal 'Broken' when the anchor knows of more, or of something else, than was noted. A log that is
   * refused by itself does not make the whole look older.
   */
  check(hashOf: HashOf, isRefused: (kind: string, id: string) => boolean): Promise<void>
  /** The same about one log, from what is known by now. */
  checkOne(kind: string, id: string, hashOf: HashOf): Promise<void>
  /** On the disk when it resolves. */
  write(): Promise<void>
}

/** The hash of an entry that a log has now. */
export type HashOf = (kind: string, id: string, seq: number) => Promise<string | undefined>

interface Head {
  seq: number
  hash: string
}

/** One log's head, a line each: the last one of a log counts. */
const Line = z.tuple([z.string(), z.string(), z.number(), z.string()])
type Line = z.infer<typeof Line>
/** As older versions wrote it: how many entries all logs had together, and all their heads in one. */
const Sum = z.object({ sequence: z.number(), head: z.string() })

const AAD = ['anchor']

const read = async (path: string): Promise<string[] | undefined> => {
  try {
    // What has no end of a line was not written whole, but for the one line of older versions.
    const text = await readFile(path, 'utf8')
    return text.includes('\n') || text === '' ? text.split('\n').slice(0, -1) : [text]
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const older = (path: string, what: string) =>
  new CustodyRefusal(
    'Broken',
    `The anchor ${path} knows ${what}: custody and database were put back to an earlier moment. Restore a newer backup; nothing is signed meanwhile. To go on without what is missing: npm run custody -- start-again.`,
  )

const open = (sealer: ByteSealer, line: string): unknown =>
  JSON.parse(sealer.open(line, AAD).toString('utf8'))
const seal = (sealer: ByteSealer, value: unknown): string =>
  sealer.seal(Buffer.from(JSON.stringify(value)), AAD)
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

export const openAnchor = (path: string, ring: KeyRing): Anchor => {
  const sealer = custodySealer(ring, 'anchor')
  /** What the file says. */
  const known = new Map<string, Line>()
  const noted = new Map<string, Line>()
  /** Noted since the last writing. */
  let fresh = new Set<string>()
  /** Whether the file has, line by line, all that was noted before. */
  let isWhole = false
  let appended = 0
  const queue = makeQueue()
  const nameOf = (kind: string, id: string): string => JSON.stringify([kind, id])

  const checkLine = async ([kind, id, seq, hash]: Line, hashOf: HashOf): Promise<void> => {
    const [, , own = 0, ownHash] = noted.get(nameOf(kind, id)) ?? []
    if (own < seq) throw older(path, `entry ${seq} of ${kind} ${id}, which has ${own}`)
    // A log that is just begun has no entry yet.
    if (seq > 0 && (own === seq ? ownHash : await hashOf(kind, id, seq)) !== hash)
      throw older(path, `another entry ${seq} of ${kind} ${id}`)
  }

  /** Never less than is known: what a log is found to be now may be wrong. */
  const newest = (name: string): Line[] => {
    const [is, was] = [noted.get(name), known.get(name)]
    return [is && was ? (is[2] >= was[2] ? is : was) : (is ?? was ?? [])].filter(
      (line): line is Line => line.length > 0,
    )
  }

  const write = async (): Promise<void> => {
    const changed = fresh
    fresh = new Set()
    if (appended > 1000 + 4 * known.size) isWhole = false
    const names = isWhole ? changed : new Set([...known.keys(), ...noted.keys()])
    const lines = [...names].flatMap(newest)
    try {
      const text = textOf(lines.map((line) => seal(sealer, line)))
      if (!isWhole) await replaceDurably(path, text)
      else if (text !== '') await appendDurably(path, text)
      appended = isWhole ? appended + lines.length : 0
      isWhole = true
      for (const line of lines) known.set(nameOf(line[0], line[1]), line)
    } catch (error) {
      // Some of it may be there: all is written again.
      isWhole = false
      throw error
    }
  }

  return {
    note(kind, id, { seq, hash }) {
      const name = nameOf(kind, id)
      noted.set(name, [kind, id, seq, hash])
      fresh.add(name)
    },

    take(kind, id) {
      if (kind !== undefined && id !== undefined) known.delete(nameOf(kind, id))
      else known.clear()
      isWhole = false
    },

    async check(hashOf, isRefused) {
      for (const text of (await read(path)) ?? []) {
        const said = open(sealer, text)
        const sum = Sum.safeParse(said)
        if (!sum.success) {
          const line = Line.parse(said)
          known.set(nameOf(line[0], line[1]), line)
          continue
        }
        const entries = [...noted.values()].reduce((all, [, , seq]) => all + seq, 0)
        if (sum.data.sequence > entries)
          throw older(path, `${sum.data.sequence} entries, but there are ${entries}`)
      }
      for (const line of known.values()) if (!isRefused(line[0], line[1])) await checkLine(line, hashOf)
    },

    async checkOne(kind, id, hashOf) {
      const line = known.get(nameOf(kind, id))
      if (line) await checkLine(line, hashOf)
    },

    // One after the other: an older one would undo a newer one.
    write: () => queue.run('anchor', write),
  }
}

/** Seals the anchor again with the current key; answers how many files changed. */
export const resealAnchor = async (path: string, ring: KeyRing): Promise<number> => {
  const sealer = custodySealer(ring, 'anchor')
  const lines = await read(path)
  if (lines === undefined || lines.every(sealer.isCurrent)) return 0
  await replaceDurably(path, textOf(lines.map((line) => sealer.seal(sealer.open(line, AAD), AAD))))
  return 1
}
