import * as z from 'zod/mini'
import { LogEvent } from '#server/custody/event.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Store, safeName } from '#server/custody/store.ts'
import { brokenAt, chained, type LogEntry } from './chain.ts'

/** The sealed logs of all wallets: one file each, a line an entry, and beside it the head that was acknowledged. */
export interface Journal {
  /**
   * Undefined when the wallet has no log. Throws CustodyRefusal 'Broken' when a line or the tail is missing.
   * Only while a wallet is `making` may the head be missing.
   */
  load(walletId: string, making?: boolean): Promise<LogEntry[] | undefined>
  /** Adds to `entries`, as loaded, and answers the new list. On the disk when it resolves. */
  append(
    walletId: string,
    entries: readonly LogEntry[],
    events: readonly LogEvent[],
    at: string,
  ): Promise<LogEntry[]>
  /** Wallets that have a log. */
  walletIds(): Promise<string[]>
  /** Seals both files of a wallet again with the current key; answers how many files that changed. */
  reseal(walletId: string): Promise<number>
}

const Chain = z.object({ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() })
const Head = z.object({ seq: z.number(), hash: z.string() })

const SUFFIX = '.log'
const logPath = (walletId: string): string => `logs/${safeName(walletId)}${SUFFIX}`
const headPath = (walletId: string): string => `heads/${safeName(walletId)}.head`

export const createJournal = (store: Store, ring: KeyRing): Journal => {
  const lines = custodySealer(ring, 'log')
  const heads = custodySealer(ring, 'head')

  const broken = (walletId: string, what: string, cause?: unknown) =>
    new CustodyRefusal(
      'Broken',
      `The log of wallet ${walletId} ${what}; restore it from a backup.`,
      {},
      { cause },
    )

  const sealLine = (walletId: string, entry: LogEntry): string =>
    `${lines.seal(Buffer.from(JSON.stringify(entry)), [walletId, String(entry.seq)])}\n`

  const openLine = (walletId: string, line: string, seq: number): LogEntry => {
    const entry: unknown = JSON.parse(lines.open(line, [walletId, String(seq)]).toString('utf8'))
    const chain = Chain.parse(entry)
    return { ...LogEvent.parse(entry), ...chain }
  }

  const sealHead = (walletId: string, { seq, hash }: LogEntry): string =>
    heads.seal(Buffer.from(JSON.stringify({ seq, hash })), [walletId])

  const readHead = async (walletId: string) => {
    const sealed = await store.read(headPath(walletId))
    return sealed && Head.parse(JSON.parse(heads.open(sealed, [walletId]).toString('utf8')))
  }

  /** Lines that were acknowledged must all be there; a last line after them may be half written and is cut off. */
  const parse = async (walletId: string, text: string, acknowledged: number): Promise<LogEntry[]> => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const entries: LogEntry[] = []
    let bytes = 0
    for (const line of whole.split('\n').slice(0, -1)) {
      try {
        entries.push(openLine(walletId, line, entries.length + 1))
      } catch (cause) {
        if (entries.length < acknowledged)
          throw broken(walletId, `does not open at entry ${entries.length + 1}`, cause)
        break
      }
      bytes += line.length + 1
    }
    if (bytes < text.length) await store.cut(logPath(walletId), bytes)
    return entries
  }

  return {
    async load(walletId, making = false) {
      const text = await store.read(logPath(walletId))
      const head = await readHead(walletId)
      if (text === undefined) {
        if (head) throw broken(walletId, 'is missing')
        return undefined
      }
      if (!head && !making) throw broken(walletId, 'has lost its head')
      const entries = await parse(walletId, text, head ? head.seq : 0)
      if (head && entries[head.seq - 1]?.hash !== head.hash)
        throw broken(walletId, `should reach entry ${head.seq} but ends or differs before it`)
      const wrong = brokenAt(entries)
      if (wrong) throw broken(walletId, `breaks its hash chain at entry ${wrong}`)
      const last = entries.at(-1)
      if (last && last.seq !== (head ? head.seq : 0))
        await store.replace(headPath(walletId), sealHead(walletId, last))
      return last && entries
    },

    async append(walletId, entries, events, at) {
      const next = [...entries]
      for (const event of events) next.push(chained(next.at(-1), event, at))
      const added = next.slice(entries.length)
      const last = added.at(-1)
      if (!last) return next
      const text = added.map((entry) => sealLine(walletId, entry)).join('')
      if (entries.length > 0 || !(await store.create(logPath(walletId), text)))
        await store.append(logPath(walletId), text)
      await store.replace(headPath(walletId), sealHead(walletId, last))
      return next
    },

    walletIds: async () => (await store.list('logs')).map((name) => name.slice(0, -SUFFIX.length)),

    async reseal(walletId) {
      const path = logPath(walletId)
      const old = (await store.read(path))?.split('\n').slice(0, -1) ?? []
      const head = await store.read(headPath(walletId))
      let files = 0
      if (!old.every(lines.isCurrent)) {
        const fresh = old.map((line, index) => sealLine(walletId, openLine(walletId, line, index + 1)))
        await store.replace(path, fresh.join(''))
        files += 1
      }
      if (head && !heads.isCurrent(head)) {
        const plain = heads.open(head, [walletId])
        await store.replace(headPath(walletId), heads.seal(plain, [walletId]))
        files += 1
      }
      return files
    },
  }
}
