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

/** `{items, total}`; total counts what matches, not what this page holds. */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), total: z.number() })
export type List<T> = { items: T[]; total: number }

/**
 * A fixed list as it is read from the wire: a value that this version does not know becomes 'unknown',
 * so that a newer server cannot break a screen.
 */
export const openEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.catch(z.enum([...values, 'unknown'] as [...T, 'unknown']), 'unknown' as never)
