import type { Paging } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'

/** One page of a list that is small enough to be read as a whole. */
export const page = <T>(items: T[], { limit, offset = 0 }: Paging): List<T> => ({
  items: items.slice(offset, limit === undefined ? undefined : offset + limit),
  total: items.length,
})
