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
  /**
   * Throws CustodyRefusal 'Broken' when the anchor knows of more, or of something else, than was noted. `hashOf` an entry
   * before the noted one.
   */
  check(hashOf: (kind: string, id: string, seq: number) => Promise<string | undefined>): Promise<void>
  /** On the disk when it resolves. */
  write(): Promise<void>
}

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
  const heads = new Map<string, Line>()
  /** Noted since the last writing. */
  let fresh = new Map<string, Line>()
  /** Whether the file has, line by line, what was noted before. */
  let isWhole = false
  const queue = makeQueue()

  const write = async (): Promise<void> => {
    const noted = fresh
    fresh = new Map()
    try {
      if (isWhole) {
        if (noted.size > 0)
          await appendDurably(path, textOf([...noted.values()].map((line) => seal(sealer, line))))
        return
      }
      await replaceDurably(path, textOf([...heads.values()].map((line) => seal(sealer, line))))
      isWhole = true
    } catch (error) {
      // Some of it may be there: all is written again.
      isWhole = false
      throw error
    }
  }

  return {
    note(kind, id, { seq, hash }) {
      const name = JSON.stringify([kind, id])
      const line: Line = [kind, id, seq, hash]
      heads.set(name, line)
      fresh.set(name, line)
    },

    async check(hashOf) {
      for (const text of (await read(path)) ?? []) {
        const said = open(sealer, text)
        const sum = Sum.safeParse(said)
        if (sum.success) {
          const entries = [...heads.values()].reduce((all, [, , seq]) => all + seq, 0)
          if (sum.data.sequence > entries)
            throw older(path, `${sum.data.sequence} entries, but there are ${entries}`)
          continue
        }
        const [kind, id, seq, hash] = Line.parse(said)
        const [, , own = 0, ownHash] = heads.get(JSON.stringify([kind, id])) ?? []
        if (own < seq) throw older(path, `entry ${seq} of ${kind} ${id}, which has ${own}`)
        // A log that is just begun has no entry yet.
        if (seq > 0 && (own === seq ? ownHash : await hashOf(kind, id, seq)) !== hash)
          throw older(path, `another entry ${seq} of ${kind} ${id}`)
      }
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
