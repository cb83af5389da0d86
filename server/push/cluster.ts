import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Sealer } from '#server/custody/custody.ts'
import { openNotices } from '#server/db/notice.ts'

/** How several processes on one PostgreSQL reach each other. */
export interface Cluster {
  /** To all others, in this order. Not to this one. */
  say(text: string): void
  hear(listener: (text: string) => void): void
  /** Tells when something may not have been heard. */
  missed(listener: () => void): void
  close(): Promise<void>
}

const CHANNEL = 'countersign_push'
/** Sealed it has to fit into a notification of PostgreSQL (8000 bytes). */
const PART_CHARACTERS = 5_000
/** What is older was recorded and is said again, in ms. */
const FRESH_MS = 300_000
const AGAIN_MS = 1_000
/** Whoever notifies without end fills no log. */
const REPORT_MS = 60_000

/** `text` is a piece of the message in base64; `index` counts pieces from 0, `number` all that this process says. */
const Part = z.object({
  from: z.string(),
  number: z.number(),
  at: z.number(),
  index: z.number(),
  of: z.number(),
  text: z.string(),
})
type Part = z.infer<typeof Part>

interface Speaker {
  number: number
  at: number
  texts: string[]
}

/**
 * Puts pieces together again, and takes none twice, nor any from before it listened: whoever was told it then may have had
 * it recorded.
 */
const makeEar = (own: string, now: () => number, since: () => number) => {
  const speakers = new Map<string, Speaker>()
  return ({ from, number, at, index, of, text }: Part): string | undefined => {
    const before = speakers.get(from) ?? { number: 0, at, texts: [] }
    const isFresh = at >= since() && Math.abs(now() - at) <= FRESH_MS
    if (from === own || number <= before.number || !isFresh) return undefined
    for (const [id, speaker] of speakers) if (now() - speaker.at > 2 * FRESH_MS) speakers.delete(id)
    const texts = index === 0 ? [] : before.texts
    const fits = texts.length === index
    if (fits) texts.push(text)
    speakers.set(from, { number, at, texts: fits ? texts : [] })
    return fits && texts.length === of ? Buffer.from(texts.join(''), 'base64').toString('utf8') : undefined
  }
}

/**
 * Anybody with a connection to the database may listen and notify, whatever his role: all is sealed, and what was
 * recorded is not taken again.
 */
export const openCluster = async (
  databaseUrl: string,
  sealer: Sealer,
  log: FastifyBaseLogger,
): Promise<Cluster> => {
  const { default: pg } = await import('pg')
  // One connection, so that all is told in the order in which it was asked to.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const report = (error: Error) => log.error({ err: error }, 'Other processes could not be told')
  pool.on('error', report)
  const own = randomUUID()
  let began = 0
  /** By the database's clock: those of processes differ, and are set. */
  const now = () => began + performance.now()
  let since = Number.POSITIVE_INFINITY
  const take = makeEar(own, now, () => since)
  const listeners: ((text: string) => void)[] = []
  const missing: (() => void)[] = []
  let count = 0
  let refused = 0
  let reportedAt = 0

  const readTime = async (): Promise<void> => {
    const { rows } = await pool.query<{ now: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as now',
    )
    began = Number(rows[0]?.now) - performance.now()
  }
  let again: NodeJS.Timeout | undefined
  let closed = false
  /** Hears nothing before it knows what is new. */
  const begin = async (): Promise<void> => {
    since = Number.POSITIVE_INFINITY
    try {
      await readTime()
    } catch (error) {
      report(error as Error)
      clearTimeout(again)
      if (!closed) again = setTimeout(begin, AGAIN_MS)
      return
    }
    since = now()
    for (const listener of missing) listener()
  }

  const heard = (sealed: string): void => {
    try {
      const text = take(Part.parse(JSON.parse(sealer.open(sealed, CHANNEL))))
      if (text !== undefined) for (const listener of listeners) listener(text)
    } catch (error) {
      refused += 1
      if (refused > 1 && performance.now() - reportedAt < REPORT_MS) return
      log.warn({ err: error, refused }, 'What came as another process’s word is none')
      reportedAt = performance.now()
    }
  }
  await readTime()
  const notices = openNotices({ databaseUrl, channel: CHANNEL, heard, missed: () => void begin(), log })

  const partsOf = (text: string): string[] => {
    const whole = Buffer.from(text).toString('base64')
    const of = Math.ceil(whole.length / PART_CHARACTERS)
    return Array.from({ length: of }, (_, index) => {
      count += 1
      const piece = whole.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS)
      const part: Part = { from: own, number: count, at: now(), index, of, text: piece }
      return sealer.seal(JSON.stringify(part), CHANNEL)
    })
  }

  return {
    say(text) {
      pool
        .query('select pg_notify($1, part) from unnest($2::text[]) as part', [CHANNEL, partsOf(text)])
        .catch(report)
    },
    hear: (listener) => {
      listeners.push(listener)
    },
    missed: (listener) => {
      missing.push(listener)
    },
    async close() {
      closed = true
      clearTimeout(again)
      await notices.close()
      await pool.end()
    },
  }
}
