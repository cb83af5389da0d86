import type * as z from 'zod/mini'
import type { Sentence } from '#contract/said.ts'
import type { AppError } from '#server/error.ts'
import { explain } from './explain.ts'

/** The character U+0000 at any depth, which no text in the database may hold. */
const holdsNul = (value: unknown): boolean => {
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) rest.push(inner)
    }
  }
  return false
}

/** The parsed input; `refuse` makes the error of what is wrong with it. */
export const parseInput = <S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  refuse: (message: Sentence) => AppError,
): z.output<S> => {
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw refuse(explain(result.error))
  if (holdsNul(result.data)) throw refuse('The input should not hold the character U+0000')
  return result.data
}
