import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { hasCode, replaceDurably } from './file.ts'

/**
 * How far a whole installation has come, in a place that no backup of it holds: put back as one, custody and database
 * agree with each other, and only this still knows better.
 */
export interface Anchor {
  /** A log has come to this entry. */
  note(kind: string, id: string, head: { seq: number; hash: string }): void
  /** Throws CustodyRefusal 'Broken' when the anchor knows of more, or of something else, than was noted. */
  check(): Promise<void>
  /** On the disk when it resolves. */
  write(): Promise<void>
}

/** `sequence`: entries of all logs together; `head`: all their heads in one, in hex. */
const State = z.object({ sequence: z.number(), head: z.string() })
type State = z.infer<typeof State>

const AAD = ['anchor']
const BYTES = 32

const read = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
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

export const openAnchor = (path: string, ring: KeyRing): Anchor => {
  const sealer = custodySealer(ring, 'anchor')
  const heads = new Map<string, { seq: number; digest: Buffer }>()
  let sequence = 0
  // The sum of all heads by XOR, so that a new one costs the same however many there are.
  const sum = Buffer.alloc(BYTES)
  const mix = (digest: Buffer): void => {
    for (let at = 0; at < BYTES; at += 1) sum[at] = (sum[at] ?? 0) ^ (digest[at] ?? 0)
  }
  const state = (): State => ({ sequence, head: sum.toString('hex') })

  return {
    note(kind, id, { seq, hash }) {
      const name = JSON.stringify([kind, id])
      const before = heads.get(name)
      if (before) mix(before.digest)
      const digest = createHash('sha256')
        .update(JSON.stringify([kind, id, seq, hash]))
        .digest()
      mix(digest)
      sequence += seq - (before?.seq ?? 0)
      heads.set(name, { seq, digest })
    },

    async check() {
      const sealed = await read(path)
      if (sealed === undefined) return
      const known = State.parse(JSON.parse(sealer.open(sealed, AAD).toString('utf8')))
      if (known.sequence > sequence) throw older(path, `${known.sequence} entries, but there are ${sequence}`)
      if (known.sequence === sequence && known.head !== state().head)
        throw older(path, 'other entries than there are')
    },

    async write() {
      await replaceDurably(path, sealer.seal(Buffer.from(JSON.stringify(state())), AAD))
    },
  }
}

/** Seals the anchor again with the current key; answers how many files changed. */
export const resealAnchor = async (path: string, ring: KeyRing): Promise<number> => {
  const sealer = custodySealer(ring, 'anchor')
  const sealed = await read(path)
  if (sealed === undefined || sealer.isCurrent(sealed)) return 0
  await replaceDurably(path, sealer.seal(sealer.open(sealed, AAD), AAD))
  return 1
}
