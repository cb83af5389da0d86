import * as z from 'zod/mini'
import type { Change } from './database.ts'
import { applyNews, compareAge, type Item, type News } from './list.ts'
import { persistedFamily } from './persisted.ts'
import { isStored, type Rows, type Stored } from './registry.ts'
import { reportOdd } from './reporter.ts'

/** So many rows are kept beside their list before it is written anew with them. */
const MOST_PARTS = 500

/** A row that is gone. */
const GONE = null

/** Whether what lies in the database is newer than what is about to be written there. */
const isNewer = (there: unknown, item: Item): there is Item =>
  typeof there === 'object' && there !== null && compareAge(there as Item, item) > 0

const contentOf = (there: unknown): unknown => (isStored(there) ? there.value : undefined)

/**
 * A list is one entry, `key`, and beside it the rows that changed since that was written, `key#id`, with how far the list was
 * read in `key#`. So an event writes what it changes, and a list is read about as fast as one entry. Tabs write the same
 * rows: whatever is newer in the database stays.
 */
const rowsOf = (schema: z.ZodMiniType): Rows => ({
  join(key, list, base, parts) {
    const news: News<Item> = new Map()
    const known = new Map((list as Item[]).map((item) => [item.id, item]))
    const fresh: Item[] = []
    let cursor: string | undefined
    let whole = true
    for (const [partKey, part] of parts) {
      const id = partKey.slice(key.length + 1)
      const value = contentOf(part)
      if (id === '') cursor = typeof value === 'string' ? value : undefined
      else if (value === GONE) news.set(id, null)
      else {
        const read = schema.safeParse(value)
        if (!read.success) {
          whole = false
          reportOdd(`stored ${partKey}`)
          continue
        }
        const item = read.data as Item
        const old = known.get(id)
        const age = old ? compareAge(item, old) : 1
        // An older version of the page writes lists without revisions.
        if (age > 0 || (age === 0 && (part as Stored).savedAt >= base.savedAt)) {
          if (old) news.set(id, item)
          else fresh.push(item)
        }
      }
    }
    fresh.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
    for (const item of fresh) news.set(item.id, item)
    const joined = applyNews(list as Item[], news, 'first')
    return {
      list: joined,
      cursor: whole ? cursor : undefined,
      whole,
      kept: { list: joined, cursor, parts: new Set(parts.map(([partKey]) => partKey)) },
    }
  },

  changes(key, version, value, cursor, kept, everything) {
    const list = value as Item[]
    if (!kept && !everything && list.length === 0 && cursor === undefined) return { changes: [] }
    if (kept && !kept.isOdd && !everything && list === kept.list && cursor === kept.cursor)
      return { changes: [], kept }
    const savedAt = new Date().toISOString()
    const stored = (content: unknown): Stored => ({ version, savedAt, value: content })
    const head: Change[] = []
    const cursorKey = `${key}#`
    if (everything || cursor !== kept?.cursor) {
      head.push(cursor === undefined ? { key: cursorKey } : { key: cursorKey, stored: stored(cursor) })
    }
    const before = new Map(kept?.list.map((item) => [item.id, item]))
    const changed = list.filter((item) => before.get(item.id) !== item)
    const there = new Set(list.map(({ id }) => id))
    const gone = kept ? kept.list.filter(({ id }) => !there.has(id)) : []
    const parts = new Set(kept?.parts)
    parts.delete(cursorKey)
    for (const { id } of [...changed, ...gone]) parts.add(`${key}#${id}`)

    const isLittle = changed.length + gone.length <= list.length / 2 && parts.size <= MOST_PARTS
    if (kept && !kept.isOdd && !everything && isLittle) {
      const rows = changed.map((item): Change => {
        const row = stored(item)
        return {
          key: `${key}#${item.id}`,
          stored: row,
          over: (other) => (isNewer(contentOf(other), item) ? (other as Stored) : row),
        }
      })
      const removals = gone.map(({ id }): Change => ({ key: `${key}#${id}`, stored: stored(GONE) }))
      return { changes: [...rows, ...removals, ...head], kept: { list, cursor, parts } }
    }

    const whole = stored(list)
    const over = (other: unknown): Stored => {
      const content = contentOf(other)
      if (!Array.isArray(content)) return whole
      const others = new Map((content as Item[]).map((item) => [item?.id, item]))
      return {
        ...whole,
        value: list.map((item) => {
          const one = others.get(item.id)
          return isNewer(one, item) ? one : item
        }),
      }
    }
    const old = [...parts].map((part): Change => ({ key: part }))
    return {
      changes: [{ key, stored: whole, over }, ...old, ...head],
      kept: { list, cursor, parts: new Set() },
    }
  },
})

/** A list of each wallet, of which an event writes only what it changes. */
export const persistedRows = <T extends Item>(name: string, item: z.ZodMiniType<T>) =>
  persistedFamily<T[]>(name, z.array(item), [], rowsOf(item))
