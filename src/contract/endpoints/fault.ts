import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { FAULT_MAX_LENGTH } from '#contract/limit.ts'

const text = z.string().check(z.maxLength(FAULT_MAX_LENGTH))

/** What a page could not read or draw: a line in the server's log. */
export const reportFault = endpoint({
  method: 'POST',
  path: 'faults',
  access: 'sid',
  body: z.strictObject({ name: text, message: text }),
  reply: null,
})
