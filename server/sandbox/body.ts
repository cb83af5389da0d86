import * as z from 'zod/mini'
import { invalid } from '#server/error.ts'
import { explain } from '#server/http/explain.ts'
import { MAX_BLOCKS } from './mine.ts'

const text = z.string().check(z.minLength(1), z.maxLength(320))
const address = z.string().check(z.minLength(1), z.maxLength(128))

export const MailboxQuery = z.strictObject({ to: z.optional(text) })

/** `amount` in whole coins, not in smallest units. */
export const FaucetBody = z.strictObject({
  address,
  blockchain: text,
  symbol: z.optional(text),
  amount: z.optional(z.union([z.string(), z.pipe(z.number(), z.transform(String))])),
})

export const Nothing = z.strictObject({})

export const KycBody = z.strictObject({ address })

export const MineBody = z.strictObject({
  blockchain: text,
  blocks: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_BLOCKS)), 1),
})

/** `held`: no block comes by itself. */
export const BlocksBody = z.strictObject({ blockchain: text, held: z.boolean() })

export const parse = <T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> => {
  const result = schema.safeParse(value ?? {}, { reportInput: true })
  if (!result.success) throw invalid(explain(result.error))
  return result.data
}
