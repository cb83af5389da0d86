import * as z from 'zod/mini'

/** Body of every answer that is not 2xx. */
export const ErrorBody = z.object({
  message: z.string(),
  name: z.string(),
  traceId: z.nullish(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
