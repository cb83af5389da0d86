import * as z from 'zod/mini'
import { LogEvent } from '#server/custody/event.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { PersonEvent } from '#server/custody/person/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Store, safeName } from '#server/custody/store.ts'
import { brokenAt, type Chained, chained } from './chain.ts'

/**
 * The sealed logs of all subjects of one kind: one file each, a line an entry, and beside it the head that was
 * acknowledged.
 */
export interface Journal<E> {
  /**
   * Undefined when the subject has no log. Throws CustodyRefusal 'Broken' when a line or the tail is missing.
   * Only while a subject is `making` may the head be missing.
   */
  load(id: string, making?: boolean): Promise<Chained<E>[] | undefined>
  /** Adds after `last`, the last entry so far, and answers what it added. On the disk when it resolves. */
  append(id: string, last: Chained<E> | undefined, events: readonly E[], at: string): Promise<Chained<E>[]>
  /** Subjects that have a log. */
  ids(): Promise<string[]>
  /** Seals both files of a subject again with the current key; answers how many files that changed. */
  reseal(id: string): Promise<number>
}

interface Kind<E> {
  /** How sentences name a subject. */
  subject: string
  logs: string
  heads: string
  event: z.ZodMiniType<E>
  sealers: Record<'log' | 'head', Parameters<typeof custodySealer>[1]>
}

const Chain = z.object({ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() })
const Head = z.object({ seq: z.number(), hash: z.string() })

const SUFFIX = '.log'

const openJournal = <E extends { type: string; data: unknown }>(
  store: Store,
  ring: KeyRing,
  kind: Kind<E>,
): Journal<E> => {
  const lines = custodySealer(ring, kind.sealers.log)
  const heads = custodySealer(ring, kind.sealers.head)
  const logPath = (id: string): string => `${kind.logs}/${safeName(id)}${SUFFIX}`
  const headPath = (id: string): string => `${kind.heads}/${safeName(id)}.head`
  type Entry = Chained<E>

  const broken = (id: string, what: string, cause?: unknown) =>
    new CustodyRefusal(
      'Broken',
      `The log of ${kind.subject} ${id} ${what}; restore it from a backup.`,
      {},
      { cause },
    )

  const sealLine = (id: string, entry: Entry): string =>
    `${lines.seal(Buffer.from(JSON.stringify(entry)), [id, String(entry.seq)])}\n`

  const openLine = (id: string, line: string, seq: number): Entry => {
    const entry: unknown = JSON.parse(lines.open(line, [id, String(seq)]).toString('utf8'))
    const chain = Chain.parse(entry)
    return { ...kind.event.parse(entry), ...chain }
  }

  const sealHead = (id: string, { seq, hash }: Entry): string =>
    heads.seal(Buffer.from(JSON.stringify({ seq, hash })), [id])

  const readHead = async (id: string) => {
    const sealed = await store.read(headPath(id))
    return sealed && Head.parse(JSON.parse(heads.open(sealed, [id]).toString('utf8')))
  }

  /** Lines that were acknowledged must all be there; a last line after them may be half written and is cut off. */
  const parse = async (id: string, text: string, acknowledged: number): Promise<Entry[]> => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const entries: Entry[] = []
    let bytes = 0
    for (const line of whole.split('\n').slice(0, -1)) {
      try {
        entries.push(openLine(id, line, entries.length + 1))
      } catch (cause) {
        if (entries.length < acknowledged)
          throw broken(id, `does not open at entry ${entries.length + 1}`, cause)
        break
      }
      bytes += line.length + 1
    }
    if (bytes < text.length) await store.cut(logPath(id), bytes)
    return entries
  }

  return {
    async load(id, making = false) {
      const text = await store.read(logPath(id))
      const head = await readHead(id)
      if (text === undefined) {
        if (head) throw broken(id, 'is missing')
        return undefined
      }
      if (!head && !making) throw broken(id, 'has lost its head')
      const entries = await parse(id, text, head ? head.seq : 0)
      if (head && entries[head.seq - 1]?.hash !== head.hash)
        throw broken(id, `should reach entry ${head.seq} but ends or differs before it`)
      const wrong = brokenAt(entries)
      if (wrong) throw broken(id, `breaks its hash chain at entry ${wrong}`)
      const last = entries.at(-1)
      if (last && last.seq !== (head ? head.seq : 0)) await store.replace(headPath(id), sealHead(id, last))
      return last && entries
    },

    async append(id, last, events, at) {
      const added: Entry[] = []
      for (const event of events) added.push(chained(added.at(-1) ?? last, event, at))
      const head = added.at(-1)
      if (!head) return added
      const text = added.map((entry) => sealLine(id, entry)).join('')
      if (last || !(await store.create(logPath(id), text))) await store.append(logPath(id), text)
      await store.replace(headPath(id), sealHead(id, head))
      return added
    },

    ids: async () => (await store.list(kind.logs)).map((name) => name.slice(0, -SUFFIX.length)),

    async reseal(id) {
      const path = logPath(id)
      const old = (await store.read(path))?.split('\n').slice(0, -1) ?? []
      const head = await store.read(headPath(id))
      let files = 0
      if (!old.every(lines.isCurrent)) {
        const fresh = old.map((line, index) => sealLine(id, openLine(id, line, index + 1)))
        await store.replace(path, fresh.join(''))
        files += 1
      }
      if (head && !heads.isCurrent(head)) {
        const plain = heads.open(head, [id])
        await store.replace(headPath(id), heads.seal(plain, [id]))
        files += 1
      }
      return files
    },
  }
}

/** What happened to each wallet. */
export const createJournal = (store: Store, ring: KeyRing): Journal<LogEvent> =>
  openJournal(store, ring, {
    subject: 'wallet',
    logs: 'logs',
    heads: 'heads',
    event: LogEvent,
    sealers: { log: 'log', head: 'head' },
  })

/** What happened to each person's factors and sessions. */
export const createPeopleJournal = (store: Store, ring: KeyRing): Journal<PersonEvent> =>
  openJournal(store, ring, {
    subject: 'person',
    logs: 'people',
    heads: 'people-heads',
    event: PersonEvent,
    sealers: { log: 'person-log', head: 'person-head' },
  })
