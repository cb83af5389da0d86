import * as z from 'zod/mini'

/**
 * Body of every answer that is not 2xx. `key` names what `message` says in the catalogue (said.ts), and `params` what was
 * put in, for whoever says it in another language; `seconds` among them is how long to wait.
 */
export const ErrorBody = z.object({
  message: z.string(),
  name: z.string(),
  traceId: z.nullish(z.string()),
  key: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type ErrorBody = z.infer<typeof ErrorBody>
