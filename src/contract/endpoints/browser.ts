import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** By a mail's link: this browser may ask for codes of that address, whatever strangers have used up. No sign-in. */
export const admitBrowser = endpoint({
  method: 'POST',
  path: 'auth/sign-in/browser',
  access: 'none',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: z.object({ email: z.string() }),
})
