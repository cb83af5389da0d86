export interface Item {
  id: string
  revision?: number | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether both say the same; stops at the first difference. */
const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]))
}

/** Over 0 when `a` is newer than `b` by the server's own word, under 0 when it is older; 0 where that does not tell. */
export const compareAge = (a: Item, b: Item): number =>
  a.revision === undefined || b.revision === undefined ? 0 : a.revision - b.revision

/** Whether an event says nothing that is not known. */
const isPast = (item: Item, known: Item): boolean =>
  item.revision !== undefined && known.revision !== undefined && item.revision <= known.revision

/** What events say of the things of a list, by id; null of what is gone. */
export type News<T extends Item> = Map<string, T | null>

/** One more event about a list. */
export const addNews = <T extends Item>(news: News<T>, item: T): void => {
  const known = news.get(item.id)
  if (!known || !isPast(item, known)) news.set(item.id, item)
}

const put = <T>(add: 'first' | 'last', fresh: T[], kept: T[]): T[] =>
  add === 'first' ? [...fresh, ...kept] : [...kept, ...fresh]

/**
 * Replaces the items of the same id, and adds new ones at the end that they belong to, the last one outermost. Unchanged
 * lists stay the same object.
 */
export const applyNews = <T extends Item>(list: T[], news: News<T>, add: 'first' | 'last'): T[] => {
  const left = new Map(news)
  let changed = false
  const kept: T[] = []
  for (const known of list) {
    const item = left.get(known.id)
    left.delete(known.id)
    const stays = item === undefined || (item !== null && (isPast(item, known) || same(known, item)))
    changed ||= !stays
    if (stays) kept.push(known)
    else if (item) kept.push(item)
  }
  const fresh = [...left.values()].filter((item) => item !== null)
  if (!changed && fresh.length === 0) return list
  return put(add, add === 'first' ? fresh.reverse() : fresh, kept)
}

/** Which of both holds: the newer one by revision, else what arrived last. */
const choose = <T extends Item>(old: T, item: T, arrivedSince: boolean): T => {
  const age = compareAge(item, old)
  if (age < 0 || (age === 0 && (arrivedSince || same(old, item)))) return old
  return item
}

const unlessSame = <T>(current: T[], merged: T[]): T[] =>
  merged.length === current.length && merged.every((item, i) => item === current[i]) ? current : merged

/** The answer of the server, except for what is newer here, or what `isNewer` says arrived since it was asked. */
export const merge = <T extends Item>(
  current: T[],
  answer: T[],
  isNewer: (id: string) => boolean,
  add: 'first' | 'last',
): T[] => {
  const known = new Map(current.map((item) => [item.id, item]))
  const kept = answer.flatMap((item) => {
    const old = known.get(item.id)
    if (old) return [choose(old, item, isNewer(item.id))]
    return isNewer(item.id) ? [] : [item]
  })
  const answered = new Set(answer.map(({ id }) => id))
  const extra = current.filter(({ id }) => !answered.has(id) && isNewer(id))
  return unlessSame(current, put(add, extra, kept))
}

/** The same with an answer that has only what changed, and the ids of what is gone. */
export const mergePart = <T extends Item>(
  current: T[],
  { items, removed }: { items: T[]; removed: string[] },
  isNewer: (id: string) => boolean,
  add: 'first' | 'last',
): T[] => {
  const answer = new Map(items.map((item) => [item.id, item]))
  const gone = new Set(removed.filter((id) => !isNewer(id)))
  const kept = current.flatMap((old) => {
    const item = answer.get(old.id)
    answer.delete(old.id)
    if (gone.has(old.id)) return []
    return [item ? choose(old, item, isNewer(old.id)) : old]
  })
  const fresh = [...answer.values()].filter(({ id }) => !isNewer(id))
  return unlessSame(current, put(add, fresh, kept))
}
