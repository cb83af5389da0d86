import type { FastifyInstance } from 'fastify'
import { verifyGoogle } from '#contract/endpoints/auth.ts'
import { googleLogin } from '#contract/endpoints/first.ts'
import type { Guard } from '#server/http/access.ts'
import { type Cookies, HALF, PKCE } from '#server/http/cookie.ts'
import type { OwnOrigin } from '#server/http/origin.ts'
import { route } from '#server/http/route.ts'
import { type Google, googleFailed } from './google.ts'

/** The page shows 'Google sign-in is not configured' for it. */
const NOT_CONFIGURED = '/auth?error=google-not-configured'

export const registerGoogle = (
  app: FastifyInstance,
  google: Google | undefined,
  { cookies, ownOrigin }: { cookies: Cookies; ownOrigin: OwnOrigin },
  guard: Guard,
): void => {
  route(app, guard, googleLogin, async (_, { request, reply }) => {
    if (!google) return reply.redirect(NOT_CONFIGURED)
    const { location, cookie } = await google.start(ownOrigin(request))
    cookies.write(request, reply, PKCE, cookie)
    return reply.redirect(location)
  })

  route(
    app,
    guard,
    verifyGoogle,
    async ({ query }, { request, reply }) => {
      const proof = cookies.read(request, PKCE)
      cookies.clear(request, reply, PKCE)
      if (!google) throw googleFailed()
      const { result, cookie } = await google.verify(ownOrigin(request), query.code, proof)
      cookies.write(request, reply, HALF, cookie)
      return result
    },
    { refuse: googleFailed },
  )
}
