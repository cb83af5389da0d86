import * as z from 'zod/mini'
import { PAGE_LIMIT_MAX } from './limit.ts'
import { Id } from './primitive.ts'

const whole = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, 'Use a whole number'))]),
    z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(min), z.maximum(max))),
  )

/** Paging that every list accepts; without it a list answers everything, or what its endpoint says. */
export const paging = {
  limit: z.optional(whole(1, PAGE_LIMIT_MAX)),
  offset: z.optional(whole(0, 1_000_000)),
}
export interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** What a list takes whose changes can be read by themselves: not together with a page or a filter. */
export const reading = { ...paging, since: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }
export interface Reading extends Paging {
  since?: string | undefined
}

export const Empty = z.strictObject({})
export const PageQuery = z.strictObject(paging)
export const ReadQuery = z.strictObject(reading)
export const OptionalWalletQuery = z.strictObject({ walletId: z.optional(Id), ...paging })
