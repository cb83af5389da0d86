import { createHash } from 'node:crypto'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import { changesSince, type Place } from '#server/db/changes.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/error.ts'
import { page } from './page.ts'

const ALONE = 'since asks for a whole list: leave out limit, offset and filters'
const CURSOR = /^r(\d{1,15})$/

export const isPaged = ({ limit, offset }: Reading): boolean => limit !== undefined || offset !== undefined

/** A page or a part of a list has no changes of its own. */
export const checkAlone = ({ since }: Reading): void => {
  if (since !== undefined) throw invalid(ALONE)
}

const numberIn = (cursor: string | undefined): number | undefined => {
  const match = cursor === undefined ? null : CURSOR.exec(cursor)
  return match ? Number(match[1]) : undefined
}

interface Found<T> {
  items: T[]
  /** Of the whole list. */
  total: number
}

/**
 * A whole list, or what changed in it since a cursor; a cursor that nobody here gave counts as none. `read` gets the ids that are wanted, or none for all of them; it may
 * answer more than these.
 */
export const readList = async <T extends { id: string }>(
  db: Db,
  place: Place,
  since: string | undefined,
  read: (ids: readonly string[] | undefined) => Promise<Found<T>>,
): Promise<List<T>> => {
  const from = numberIn(since)
  const { last, of } = await changesSince(db, place, from ?? 0)
  const isPart = from !== undefined && from <= last
  const known = isPart || !from ? of : (await changesSince(db, place, 0)).of
  const { items, total } = await read(isPart ? [...known.keys()] : undefined)
  const numbered = items.map((item) => ({ ...item, revision: known.get(item.id) }))
  const there = new Set(items.map(({ id }) => id))
  return {
    items: numbered,
    total,
    cursor: `r${last}`,
    ...(isPart && { removed: [...known.keys()].filter((id) => !there.has(id)) }),
  }
}

/** The same of a list that is short enough to be read as a whole each time. */
export const readShort = async <T extends { id: string }>(
  db: Db,
  place: Place,
  query: Reading,
  list: () => Promise<T[]>,
): Promise<List<T>> => {
  if (isPaged(query)) {
    checkAlone(query)
    return page(await list(), query)
  }
  return readList(db, place, query.since, async (ids) => {
    const items = await list()
    return { items: ids ? items.filter(({ id }) => ids.includes(id)) : items, total: items.length }
  })
}

/** A short list that also changes without an event: everything, or nothing where all is as it was. */
export const readUnlessSame = <T>(items: T[], query: Reading): List<T> => {
  if (isPaged(query)) {
    checkAlone(query)
    return page(items, query)
  }
  const cursor = `h${createHash('sha256').update(JSON.stringify(items)).digest('base64url')}`
  const total = items.length
  return cursor === query.since ? { items: [], total, cursor, removed: [] } : { items, total, cursor }
}
