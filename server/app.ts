import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { BODY_LIMIT_BYTES } from '#contract/limit.ts'
import { startJob } from '#server/db/job.ts'
import { makeSharedCounts } from '#server/db/rate.ts'
import type { Deps } from '#server/deps.ts'
import { parseBodies } from '#server/http/body.ts'
import { compressAnswers } from '#server/http/compress.ts'
import { makeCookies } from '#server/http/cookie.ts'
import { answerFaults, faultOptions } from '#server/http/fault.ts'
import { makeGuard } from '#server/http/guard.ts'
import { serveHealth } from '#server/http/health.ts'
import { makeOwnOrigin } from '#server/http/origin.ts'
import { makeTrust } from '#server/http/proxy.ts'
import { makeRate } from '#server/http/rate.ts'
import { secureHeaders } from '#server/http/security.ts'
import { serveShell } from '#server/http/shell.ts'
import { makeIdentity } from '#server/identity.ts'
import { makeOutbox } from '#server/mail/outbox.ts'
import { registerAccount } from '#server/modules/account/routes.ts'
import { makeAccount } from '#server/modules/account/service.ts'
import { makeApprovalRecords } from '#server/modules/approvals/records.ts'
import { makeAdmit, makeAuthority } from '#server/modules/auth/authority.ts'
import { makeEnds } from '#server/modules/auth/ends.ts'
import { makeFactors } from '#server/modules/auth/factor.ts'
import { makeGoogle } from '#server/modules/auth/google.ts'
import { makeSessions } from '#server/modules/auth/known.ts'
import { registerGoogle } from '#server/modules/auth/oauth.ts'
import { registerAuth } from '#server/modules/auth/routes.ts'
import { makeSignIn } from '#server/modules/auth/signin.ts'
import { sweepAuth } from '#server/modules/auth/sweep.ts'
import { takeOverPeople } from '#server/modules/auth/takeover.ts'
import { registerBackup } from '#server/modules/backup/routes.ts'
import { makeBackup } from '#server/modules/backup/service.ts'
import { registerCallbacks } from '#server/modules/callbacks/routes.ts'
import { makeCallbacks } from '#server/modules/callbacks/service.ts'
import { registerConfig } from '#server/modules/config/routes.ts'
import { registerContacts } from '#server/modules/contacts/routes.ts'
import { makeContacts } from '#server/modules/contacts/service.ts'
import { sealOlderContacts } from '#server/modules/contacts/takeover.ts'
import { registerDapps } from '#server/modules/dapps/routes.ts'
import { makeDapps } from '#server/modules/dapps/service.ts'
import { registerFaults } from '#server/modules/faults/routes.ts'
import { makeGuardianship, registerGuardianship } from '#server/modules/guardians/guardianship.ts'
import { tellRenamed } from '#server/modules/guardians/service.ts'
import { registerMarketing } from '#server/modules/marketing/routes.ts'
import { registerWebPush } from '#server/modules/push/routes.ts'
import { makeWalletServices, registerWalletServices } from '#server/modules/transactions/walletservices.ts'
import { registerUsers } from '#server/modules/users/routes.ts'

const SWEEP_EVERY = 30_000
/** Milliseconds in which a request has to have arrived as a whole. */
const REQUEST_TIMEOUT = 30_000

export interface AppOptions {
  /** Folder of the built client; without it only the API is served. */
  clientDir?: string | undefined
  /** More routes than the product's own. */
  extend?: ((app: FastifyInstance, deps: Deps) => Promise<void>) | undefined
}

const makeServer = async (deps: Deps): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    trustProxy: makeTrust(deps.env.trustProxy) ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 512 },
    ...faultOptions,
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('half', undefined)
  parseBodies(app)
  answerFaults(app)
  await secureHeaders(app, deps.env)
  compressAnswers(app)
  await app.register(fastifyCookie)
  return app
}

/** The whole server, module by module; the caller listens. */
export const buildApp = async (deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> => {
  const app = await makeServer(deps)
  const ownOrigin = makeOwnOrigin(deps.env.publicUrl)
  const cookies = makeCookies((request) => ownOrigin(request).startsWith('https:'))
  await takeOverPeople(deps)
  await sealOlderContacts(deps)
  const sessions = makeSessions(deps)
  const rate = makeRate(makeSharedCounts(deps.db), deps.log)
  const guard = makeGuard(rate, deps.env, ownOrigin, makeAuthority(deps, sessions, cookies))

  const backup = makeBackup(deps)
  const ends = makeEnds(deps, sessions)
  const outbox = makeOutbox(deps)
  const linkBase = () =>
    deps.env.publicUrl ?? `http://localhost:${(app.server.address() as AddressInfo | null)?.port}`

  registerAuth(
    app,
    {
      signIn: makeSignIn(deps),
      factors: makeFactors(deps, outbox, ends, linkBase),
      ends,
      cookies,
      linkBase,
    },
    guard,
  )
  registerGoogle(app, deps.env.google && makeGoogle(deps, deps.env.google), { cookies, ownOrigin }, guard)
  registerUsers(app, deps, guard)
  registerBackup(app, backup, guard)
  registerAccount(app, { account: makeAccount(deps), ends, cookies }, guard)
  registerMarketing(app, deps, guard)
  const records = makeApprovalRecords({
    ...deps,
    outbox,
    linkBase,
    isSigned: await makeIdentity(deps.custody)(),
  })
  const walletServices = makeWalletServices({ ...deps, renamed: tellRenamed }, records)
  registerWalletServices(app, deps, guard, walletServices)
  registerContacts(app, guard, makeContacts({ ...deps, sentTo: walletServices.transactions.sentTo }))
  registerGuardianship(app, guard, makeGuardianship({ ...deps, outbox, records, walletServices, linkBase }))
  registerDapps(app, guard, makeDapps({ ...deps, ...walletServices, linkBase }))
  registerCallbacks(app, deps, guard, makeCallbacks(deps, walletServices))
  registerConfig(app, deps, guard, ownOrigin)
  registerFaults(app, deps, guard)
  registerWebPush(app, deps, guard)
  serveHealth(app, deps.db)
  await options.extend?.(app, deps)
  await serveShell(app, options.clientDir)

  deps.push.attach(app.server, makeAdmit(app, deps, sessions))
  const sweeper = startJob(deps, 'auth-sweep', SWEEP_EVERY, () => sweepAuth(deps, ends))
  app.addHook('preClose', async () => {
    await sweeper.stop()
    await deps.push.close()
  })
  return app
}
