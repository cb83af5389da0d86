import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  completeBackup,
  completeOtp,
  completeRestore,
  completeSetup,
  refreshTokens,
  restoreTwoFactor,
  setupTwoFactor,
  signIn,
  signOut,
  signOutAll,
  verifySignIn,
} from '#contract/endpoints/auth.ts'
import { admitBrowser } from '#contract/endpoints/browser.ts'
import { freezeAccount, unfreezeAccount } from '#contract/endpoints/freeze.ts'
import { refuseRecovery } from '#contract/endpoints/recovery.ts'
import { stepUp } from '#contract/endpoints/stepup.ts'
import { agentOf } from '#domain/useragent.ts'
import type { Guard, HalfContext } from '#server/http/access.ts'
import { type Cookies, HALF, readDevices, SESSION, writeDevices } from '#server/http/cookie.ts'
import { preferredLanguage } from '#server/http/language.ts'
import { route } from '#server/http/route.ts'
import { sourceOf } from '#server/http/source.ts'
import type { Ends } from './ends.ts'
import type { Factors, Given, SignedIn } from './factor.ts'
import type { SignIn } from './signin.ts'

export interface AuthParts {
  signIn: SignIn
  factors: Factors
  ends: Ends
  cookies: Cookies
  /** Base of links in mails: never taken from a request, which its sender could forge. */
  linkBase(): string
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export const registerAuth = (app: FastifyInstance, parts: AuthParts, guard: Guard): void => {
  const { factors, ends, cookies } = parts

  const devicesOf = (request: FastifyRequest) => readDevices(cookies, request)

  const givenIn = ({ request, pre }: Exchange & HalfContext, { code }: { code: string }): Given => ({
    half: pre.half,
    code,
    devices: devicesOf(request),
    agent: agentOf(request.headers['user-agent']),
  })

  /** The full session replaces the half one, and whatever session this browser had before. */
  const enter = async ({ request, reply }: Exchange, signedIn: SignedIn) => {
    await ends.replace(cookies.read(request, SESSION), signedIn.sessionId)
    cookies.clear(request, reply, HALF)
    cookies.write(request, reply, SESSION, signedIn.cookie)
    writeDevices(cookies, request, reply, signedIn.device)
    return signedIn.pair
  }

  route(app, guard, signIn, ({ body }, { request }) =>
    parts.signIn.start(body.email, parts.linkBase(), {
      source: sourceOf(request),
      devices: devicesOf(request),
      language: body.language ?? preferredLanguage(request.headers['accept-language']),
    }),
  )

  route(app, guard, admitBrowser, async ({ body }, { request, reply }) => {
    const admitted = await parts.signIn.admit(body.token)
    writeDevices(cookies, request, reply, body.token)
    return admitted
  })

  route(app, guard, verifySignIn, async ({ body }, { request, reply }) => {
    const { result, cookie } = await parts.signIn.verify(body.id, body.code, devicesOf(request))
    cookies.write(request, reply, HALF, cookie)
    return result
  })

  route(app, guard, setupTwoFactor, (_, { pre }) => factors.setup(pre.half))
  route(app, guard, completeSetup, async ({ body }, context) =>
    enter(context, await factors.completeSetup(givenIn(context, body))),
  )
  route(app, guard, completeOtp, async ({ body }, context) =>
    enter(context, await factors.completeOtp(givenIn(context, body))),
  )
  route(app, guard, completeBackup, async ({ body }, context) =>
    enter(context, await factors.completeBackup(givenIn(context, body))),
  )

  route(app, guard, restoreTwoFactor, (_, { grant }) => factors.restore(grant))
  route(app, guard, completeRestore, async ({ body }, context) =>
    enter(context, await factors.completeRestore(context.grant, body.code, devicesOf(context.request))),
  )

  route(app, guard, stepUp, async ({ body }, { grant }) => {
    await factors.stepUp(grant, body.code)
  })

  route(app, guard, freezeAccount, ({ body }) => factors.freeze(body.link))
  route(app, guard, refuseRecovery, (_, { grant }) => factors.refuseRecovery(grant))
  route(app, guard, unfreezeAccount, ({ body }) => factors.undo(body.link, body.code))

  route(app, guard, refreshTokens, (_, { grant }) => ends.refresh(grant))

  route(app, guard, signOut, async (_, { session, grant, request, reply }) => {
    await ends.signOut(grant, session.id)
    cookies.clear(request, reply, SESSION)
  })
  route(app, guard, signOutAll, async (_, { grant, request, reply }) => {
    await ends.signOutAll(grant, devicesOf(request))
    cookies.clear(request, reply, SESSION)
  })
}
