import { endpoint } from '#contract/endpoint.ts'

/** What the first screen asks for; it loads without the schemas. */

export const googleLogin = endpoint({
  method: 'GET',
  path: 'oauth/google/login',
  access: 'open',
  reply: null,
  redirect: true,
})

/** All of it is read by `getConfig`. */
export const CONFIG = { method: 'GET', path: 'config', access: 'open' } as const
