interface Item {
  id: string
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

/** Replaces the item of the same id, or adds it at the end that new ones belong to. Unchanged lists stay the same object. */
export const upsert = <T extends Item>(list: T[], item: T, add: 'first' | 'last'): T[] => {
  const known = list.find(({ id }) => id === item.id)
  if (!known) return add === 'first' ? [item, ...list] : [...list, item]
  if (same(known, item)) return list
  return list.map((old) => (old.id === item.id ? item : old))
}

export const without = <T extends Item>(list: T[], id: string): T[] =>
  list.some((item) => item.id === id) ? list.filter((item) => item.id !== id) : list

/** The answer of the server, except for what `isNewer` says arrived since it was asked. */
export const merge = <T extends Item>(
  current: T[],
  answer: T[],
  isNewer: (id: string) => boolean,
  add: 'first' | 'last',
): T[] => {
  const known = new Map(current.map((item) => [item.id, item]))
  const kept = answer.flatMap((item) => {
    const old = known.get(item.id)
    if (isNewer(item.id)) return old ? [old] : []
    return [old && same(old, item) ? old : item]
  })
  const answered = new Set(answer.map(({ id }) => id))
  const extra = current.filter(({ id }) => !answered.has(id) && isNewer(id))
  const merged = add === 'first' ? [...extra, ...kept] : [...kept, ...extra]
  const unchanged = merged.length === current.length && merged.every((item, i) => item === current[i])
  return unchanged ? current : merged
}
