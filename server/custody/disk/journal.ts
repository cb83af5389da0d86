import * as z from 'zod/mini'
import { makeSingle } from '#server/async/single.ts'
import { LogEvent } from '#server/custody/event.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { PersonEvent } from '#server/custody/person/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { isSafeName, type Mark, type Store, safeName } from '#server/custody/store.ts'
import type { Anchor } from './anchor.ts'
import { brokenAt, type Chained, chained, GENESIS } from './chain.ts'
import type { Copying, Mirror, MirroredHead } from './mirror.ts'

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
  /** Entries from the first on, as far as they open: whose a log is that `load` refuses, never what it decides. */
  peek(id: string): Promise<Chained<E>[]>
  /** Adds after `last`, the last entry so far, and answers what it added. On the disk when it resolves. */
  append(id: string, last: Chained<E> | undefined, events: readonly E[], at: string): Promise<Chained<E>[]>
  /** Throws CustodyRefusal 'Locked', from then on, when somebody else wrote to the files since they were read here. */
  check(id: string): Promise<void>
  /** Subjects that have a log. */
  ids(): Promise<string[]>
  /**
   * Compares every log with its copy: what is missing on one side is filled from the other. A log that differs from its
   * copy, or reaches less far and cannot be filled, or has none although copies are `kept`, is refused from now on.
   */
  reconcile(mirrored: readonly MirroredHead[], kept: boolean): Promise<void>
  /**
   * Compares again what is refused for its copy's sake, every ten seconds at most; answers who is refused no more and was
   * not told of before.
   */
  mended(): Promise<string[]>
  /** Whether anything of this subject opens, here or among the copies. */
  holds(id: string): Promise<boolean>
  /** Subjects that are refused since the copies were compared, and why. */
  refusals(): ReadonlyMap<string, CustodyRefusal>
  /**
   * Takes the longest story of a subject that holds together, of the file, the copy or both, and writes it on both
   * sides, however much the head says is missing. Answers all stories, the taken one first.
   */
  accept(id: string): Promise<Chained<E>[][]>
  /** Seals both files of a subject again with the current key; answers how many files that changed. */
  reseal(id: string): Promise<number>
}

interface Marks {
  log: Mark | undefined
  head: Mark | undefined
}

interface Kind<E> {
  /** How sentences name a subject. */
  subject: string
  logs: string
  heads: string
  event: z.ZodMiniType<E>
  sealers: Record<'log' | 'head', Parameters<typeof custodySealer>[1]>
}

/** Where copies of the journals are. */
export interface Copies {
  mirror: Mirror
  copying: Copying
  anchor?: Anchor | undefined
  clock: { now(): Date }
}

/** Copies of what is refused for their sake are asked for again no more often than this, in ms. */
const AGAIN_MS = 10_000

const Line = z.object({
  ...{ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() },
  left: z.optional(z.number()),
})
/** An entry, and how many more were appended together with it. */
interface Opened<E> {
  entry: Chained<E>
  left: number
}

/** How many of these are there with all that was appended together with them: a sudden end may leave the first of several. */
const wholeOf = (lefts: readonly number[]): number => {
  let whole = 0
  for (const [at, left] of lefts.entries()) if (left === 0) whole = at + 1
  return whole
}

const Head = z.object({ seq: z.number(), hash: z.string() })
type Head = z.infer<typeof Head>

const SUFFIX = '.log'

export const openJournal = <E extends { type: string; data: unknown }>(
  store: Store,
  ring: KeyRing,
  kind: Kind<E>,
  copies?: Copies,
): Journal<E> => {
  /** As far as a log must reach: what this process wrote, or its copy says. */
  const acknowledged = new Map<string, Head>()
  const refused = new Map<string, CustodyRefusal>()
  /** Of those, whose copies did not fit when they were compared: whoever keeps them may have answered wrongly. */
  const misfits = new Set<string>()
  /** How far those had come here when custody was opened: less than that is never believed of them. */
  const floors = new Map<string, Head>()
  /** How this process left the files of a subject: nobody else writes them while it lives. */
  const marks = new Map<string, Marks>()
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

  const foreign = (id: string): CustodyRefusal => {
    const refusal = new CustodyRefusal(
      'Locked',
      `Another process wrote to the log of ${kind.subject} ${id}. Only one may hold custody's folder: stop the other one, then start this one again.`,
    )
    refused.set(id, refusal)
    return refusal
  }

  const markOf = async (id: string): Promise<Marks> => {
    const [log, head] = await Promise.all([store.mark(logPath(id)), store.mark(headPath(id))])
    return { log, head }
  }
  const check = async (id: string): Promise<void> => {
    if (misfits.has(id)) await again()
    const refusal = refused.get(id)
    if (refusal) throw refusal
    const known = marks.get(id)
    if (!known) return
    const { log, head } = await markOf(id)
    // A head that is gone is a loss, which the next reading finds, and no writer.
    if (log?.state !== known.log?.state || (head && head.state !== known.head?.state)) throw foreign(id)
  }

  /** `left`: how many more were appended together with it. */
  const sealLine = (id: string, entry: Entry, left = 0): string =>
    lines.seal(Buffer.from(JSON.stringify(left > 0 ? { ...entry, left } : entry)), [id, String(entry.seq)])
  const textOf = (sealed: readonly string[]): string => sealed.map((line) => `${line}\n`).join('')

  const openLine = (id: string, line: string, seq: number): Opened<E> => {
    const entry: unknown = JSON.parse(lines.open(line, [id, String(seq)]).toString('utf8'))
    const { left = 0, ...chain } = Line.parse(entry)
    return { entry: { ...kind.event.parse(entry), ...chain }, left }
  }

  const sealHead = (id: string, { seq, hash }: Head): string =>
    heads.seal(Buffer.from(JSON.stringify({ seq, hash })), [id])
  const openHead = (id: string, sealed: string): Head =>
    Head.parse(JSON.parse(heads.open(sealed, [id]).toString('utf8')))

  const headsIn = (mirrored: readonly MirroredHead[]): ReadonlyMap<string, string> =>
    new Map(
      mirrored.flatMap(({ kind: of, id, head }) =>
        // What no file can be named after is nobody's.
        of === kind.subject && isSafeName(id) ? [[id, head] as const] : [],
      ),
    )

  const readHead = async (id: string): Promise<Head | undefined> => {
    const sealed = await store.read(headPath(id))
    return sealed ? openHead(id, sealed) : undefined
  }

  const copy = (id: string, from: number, added: readonly string[], head: Head): void => {
    copies?.anchor?.note(kind.subject, id, head)
    copies?.copying.add({ kind: kind.subject, id, from, lines: added, head: sealHead(id, head) })
  }

  /** Copies what was written and not acknowledged before the process ended. */
  const copyRest = (id: string, entries: readonly Entry[]): void => {
    const from = acknowledged.get(id)?.seq ?? 0
    const last = entries.at(-1)
    if (!last || last.seq <= from) return
    acknowledged.set(id, last)
    copy(
      id,
      from + 1,
      entries.slice(from).map((entry) => sealLine(id, entry)),
      last,
    )
  }

  /** Lines from the first on, as far as they open and follow each other. */
  const opened = (id: string, sealed: readonly string[], before: readonly Entry[] = []): Entry[] => {
    const entries = [...before]
    const lefts = before.map(() => 0)
    for (const line of sealed) {
      try {
        const { entry, left } = openLine(id, line, entries.length + 1)
        entries.push(entry)
        lefts.push(left)
      } catch {
        break
      }
    }
    return entries.slice(0, wholeOf(lefts.slice(0, (brokenAt(entries) ?? entries.length + 1) - 1)))
  }
  const reaches = (entries: readonly Entry[], { seq, hash }: Head): boolean =>
    (seq === 0 ? GENESIS : entries[seq - 1]?.hash) === hash

  const peek = async (id: string): Promise<Entry[]> =>
    opened(id, (await store.read(logPath(id)))?.split('\n').slice(0, -1) ?? [])

  /** Brings a log and its copy to the same point; throws where they tell different things. */
  const compare = async (id: string, theirs: Head): Promise<void> => {
    const mine = await readHead(id)
    const settle = () => {
      acknowledged.set(id, theirs)
      copies?.anchor?.note(kind.subject, id, theirs)
    }
    const sealed = (await store.read(logPath(id)))?.split('\n').slice(0, -1) ?? []
    if (mine?.seq === theirs.seq && mine.hash === theirs.hash && sealed.length >= theirs.seq) return settle()
    const own = opened(id, sealed)
    if (own.length >= theirs.seq) {
      if (!reaches(own, theirs)) throw broken(id, 'is not the one that its copy in the database is of')
      settle()
      copyRest(id, own)
      return
    }
    const whole = opened(id, (await copies?.mirror.lines(kind.subject, id, own.length + 1)) ?? [], own)
    if (!reaches(whole, theirs) || (mine && !reaches(whole, mine)))
      throw broken(id, `should reach entry ${theirs.seq}, as its copy in the database says, but does not`)
    await store.replace(logPath(id), textOf(whole.map((entry) => sealLine(id, entry))))
    await store.replace(headPath(id), sealHead(id, theirs))
    settle()
  }

  /** Of those, who is refused no more. */
  const mended = new Set<string>()
  const nowIn = (of: Copies | undefined): number => of?.clock.now().getTime() ?? 0
  let askedAt = nowIn(copies)
  const comparing = makeSingle(async (): Promise<void> => {
    askedAt = nowIn(copies)
    const theirs = headsIn((await copies?.mirror.heads()) ?? [])
    for (const id of [...misfits]) {
      const head = theirs.get(id)
      if (head === undefined) continue
      try {
        await compare(id, openHead(id, head))
        const found = await peek(id)
        const floor = floors.get(id)
        if (floor && !reaches(found, floor))
          throw broken(id, `is older than its entry ${floor.seq}, which was there when custody was opened`)
        await copies?.anchor?.checkOne(kind.subject, id, async (_kind, _id, seq) => found[seq - 1]?.hash)
        misfits.delete(id)
        refused.delete(id)
        marks.delete(id)
        mended.add(id)
      } catch (error) {
        if (!(error instanceof CustodyRefusal)) throw error
        acknowledged.delete(id)
        refused.set(id, error)
      }
    }
  })
  /** What the copies did not fit is compared again: a keeper who answered nothing once keeps nobody out. */
  const again = async (): Promise<void> => {
    if (Math.abs(nowIn(copies) - askedAt) < AGAIN_MS) return comparing.current()
    // Nobody answers: what is refused stays so.
    await comparing.run().catch(() => undefined)
  }

  /** Lines that were acknowledged must all be there; what was half written after them is cut off. */
  const parse = async (
    id: string,
    text: string,
    acknowledged: number,
  ): Promise<{ entries: Entry[]; isCut: boolean }> => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const entries: Entry[] = []
    const [ends, lefts]: [number[], number[]] = [[0], []]
    for (const line of whole.split('\n').slice(0, -1)) {
      try {
        const { entry, left } = openLine(id, line, entries.length + 1)
        entries.push(entry)
        lefts.push(left)
      } catch (cause) {
        if (entries.length < acknowledged)
          throw broken(id, `does not open at entry ${entries.length + 1}`, cause)
        break
      }
      ends.push((ends.at(-1) ?? 0) + line.length + 1)
    }
    const last = Math.max(acknowledged, wholeOf(lefts))
    const bytes = ends[last] ?? 0
    const isCut = bytes < text.length
    if (isCut) await store.cut(logPath(id), bytes)
    return { entries: entries.slice(0, last), isCut }
  }

  /** Adds to the log, then tells its head; throws when somebody else wrote at the same time. */
  const write = async (id: string, text: string, head: Head, isNew: boolean): Promise<void> => {
    const before = marks.get(id)?.log ?? (await store.mark(logPath(id)))
    // If the disk fails in the middle, whatever is there then is read again.
    marks.delete(id)
    if (!isNew || !(await store.create(logPath(id), text))) await store.append(logPath(id), text)
    await store.replace(headPath(id), sealHead(id, head))
    const after = await markOf(id)
    if (after.log?.bytes !== (before?.bytes ?? 0) + Buffer.byteLength(text)) throw foreign(id)
    marks.set(id, after)
  }

  return {
    async load(id, making = false) {
      await check(id)
      const before = await markOf(id)
      const text = await store.read(logPath(id))
      const head = await readHead(id)
      if (text === undefined) {
        if (head || (acknowledged.get(id)?.seq ?? 0) > 0) throw broken(id, 'is missing')
        return undefined
      }
      if (!head && !making) throw broken(id, 'has lost its head')
      const { entries, isCut } = await parse(id, text, head ? head.seq : 0)
      if (head && entries[head.seq - 1]?.hash !== head.hash)
        throw broken(id, `should reach entry ${head.seq} but ends or differs before it`)
      const wrong = brokenAt(entries)
      if (wrong) throw broken(id, `breaks its hash chain at entry ${wrong}`)
      const least = acknowledged.get(id)
      if (least && !reaches(entries, least))
        throw broken(id, `is older than its entry ${least.seq}, which was acknowledged`)
      const last = entries.at(-1)
      const behind = last && last.seq !== (head ? head.seq : 0)
      if (behind) await store.replace(headPath(id), sealHead(id, last))
      marks.set(id, behind || isCut ? await markOf(id) : before)
      copyRest(id, entries)
      return last && entries
    },

    peek,

    async append(id, last, events, at) {
      const added: Entry[] = []
      for (const event of events) added.push(chained(added.at(-1) ?? last, event, at))
      const head = added.at(-1)
      if (!head) return added
      await check(id)
      const sealed = added.map((entry, index) => sealLine(id, entry, added.length - index - 1))
      if (!last && copies) {
        // A log without a copy is refused, so the copy begins first.
        copy(id, 1, [], { seq: 0, hash: GENESIS })
        await copies.copying.settled()
      }
      await write(id, textOf(sealed), head, last === undefined)
      acknowledged.set(id, head)
      copy(id, (last?.seq ?? 0) + 1, sealed, head)
      return added
    },

    check,

    async reconcile(mirrored, kept) {
      const theirs = headsIn(mirrored)
      const ids = new Set([...theirs.keys(), ...(await this.ids())])
      for (const id of ids) {
        try {
          const head = theirs.get(id)
          if (head !== undefined) await compare(id, openHead(id, head))
          else if (kept) throw broken(id, 'has no copy in the database, although it had one')
          else await compare(id, { seq: 0, hash: GENESIS })
        } catch (error) {
          if (!(error instanceof CustodyRefusal)) throw error
          refused.set(id, error)
          misfits.add(id)
          const mine = await readHead(id).catch(() => undefined)
          if (mine) floors.set(id, mine)
        }
      }
    },

    ids: async () => (await store.list(kind.logs)).map((name) => name.slice(0, -SUFFIX.length)),

    async mended() {
      if (misfits.size > 0) await again()
      const ids = [...mended]
      mended.clear()
      return ids
    },

    async holds(id) {
      if ((await peek(id)).length > 0) return true
      return opened(id, (await copies?.mirror.lines(kind.subject, id, 1)) ?? []).length > 0
    },

    refusals: () => refused,

    async accept(id) {
      const own = await peek(id)
      const mirrored = (from: number) => copies?.mirror.lines(kind.subject, id, from) ?? []
      const stories = [own, opened(id, await mirrored(own.length + 1), own), opened(id, await mirrored(1))]
      stories.sort((a, b) => b.length - a.length)
      const [taken = []] = stories
      const last = taken.at(-1)
      if (!last) throw broken(id, 'holds nothing that opens, on neither side')
      const lines = taken.map((entry) => sealLine(id, entry))
      await store.replace(logPath(id), textOf(lines))
      await store.replace(headPath(id), sealHead(id, last))
      acknowledged.set(id, last)
      misfits.delete(id)
      floors.delete(id)
      refused.delete(id)
      marks.delete(id)
      copies?.anchor?.take(kind.subject, id)
      copies?.anchor?.note(kind.subject, id, last)
      copies?.copying.add({ kind: kind.subject, id, from: 1, lines, head: sealHead(id, last) })
      await copies?.copying.settled()
      return stories
    },

    async reseal(id) {
      const path = logPath(id)
      const old = (await store.read(path))?.split('\n').slice(0, -1) ?? []
      const head = await store.read(headPath(id))
      let files = 0
      if (!old.every(lines.isCurrent)) {
        const fresh = old.map((line, index) => {
          const { entry, left } = openLine(id, line, index + 1)
          return sealLine(id, entry, left)
        })
        await store.replace(path, textOf(fresh))
        files += 1
      }
      if (head && !heads.isCurrent(head)) {
        const plain = heads.open(head, [id])
        await store.replace(headPath(id), heads.seal(plain, [id]))
        files += 1
      }
      marks.set(id, await markOf(id))
      return files
    },
  }
}

/** What happened to each wallet. */
export const WALLETS: Kind<LogEvent> = {
  subject: 'wallet',
  logs: 'logs',
  heads: 'heads',
  event: LogEvent,
  sealers: { log: 'log', head: 'head' },
}
/** What happened to each person's factors and sessions. */
export const PEOPLE: Kind<PersonEvent> = {
  subject: 'person',
  logs: 'people',
  heads: 'people-heads',
  event: PersonEvent,
  sealers: { log: 'person-log', head: 'person-head' },
}

/** Seals the copies again with the current key; answers how many lines and heads changed. */
export const resealCopies = async (mirror: Mirror, ring: KeyRing): Promise<number> => {
  let changed = 0
  for (const { kind, id, head } of await mirror.heads()) {
    const { sealers } = kind === WALLETS.subject ? WALLETS : PEOPLE
    const [log, top] = [custodySealer(ring, sealers.log), custodySealer(ring, sealers.head)]
    const old = await mirror.lines(kind, id, 1)
    if (top.isCurrent(head) && old.every(log.isCurrent)) continue
    const lines = old.map((line, index) => {
      const aad = [id, String(index + 1)]
      return log.seal(log.open(line, aad), aad)
    })
    await mirror.write([{ kind, id, from: 1, lines, head: top.seal(top.open(head, [id]), [id]) }])
    changed += lines.length + 1
  }
  return changed
}
