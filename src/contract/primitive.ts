import * as z from 'zod/mini'

/** Opaque identifier given by the server. */
export const Id = z.string().check(z.minLength(1), z.maxLength(128))

/** A whole, non-negative number of smallest units (wei, satoshi, token units) as decimal text. */
export const Units = z.string().check(z.regex(/^\d{1,78}$/))

/** Decimal text such as a USD price; never an exponent, never a binary float. */
export const DecimalText = z.string().check(z.regex(/^-?\d{1,78}(\.\d{1,78})?$/))

/** Digits after the point of a token's whole unit, as ERC-20 has it (one byte). */
export const Decimals = z.number().check(z.int(), z.minimum(0), z.maximum(255))

/** ISO 8601 instant in UTC. */
export const Instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/))

/** US cents. */
export const Cents = z.number().check(z.int())

/** Grows with each change of a thing that its reader is told of: of two answers or events the greater one is newer. */
export const Revision = z.optional(z.number())

/**
 * `{items, total}`; total counts what matches, not what this page holds. `cursor` goes back in `since`; an answer to
 * that with `removed` has only what changed since then and the ids of what is gone, one without has everything.
 */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number(),
    cursor: z.optional(z.string()),
    removed: z.optional(z.array(z.string())),
  })
export type List<T> = {
  items: T[]
  total: number
  cursor?: string | undefined
  removed?: string[] | undefined
}

/**
 * A fixed list as it is read from the wire: a value that this version does not know becomes 'unknown',
 * so that a newer server cannot break a screen.
 */
export const openEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.catch(z.enum([...values, 'unknown'] as [...T, 'unknown']), 'unknown' as never)
