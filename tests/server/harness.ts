import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type AppOptions, buildApp } from '#server/app.ts'
import { noPrices } from '#server/chains/prices.ts'
import { createKeyRing, type KeyRing } from '#server/custody/custody.ts'
import type { Deps } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { openParts } from '#server/parts.ts'
import { startMailbox } from '#server/sandbox/mailbox.ts'
import { Client } from './harness/client.ts'
import { makeClock } from './harness/clock.ts'
import { launchHere } from './harness/dapps.ts'
import { serveHere } from './harness/served.ts'
import { connectSocket, type TestSocket } from './harness/socket.ts'
import { makeUsers } from './harness/user.ts'
import { openTestDatabase } from './transactions/database.ts'

export interface ServerOptions {
  env?: Record<string, string>
  /** Replaces parts, for example `chains` by real ones. */
  deps?: Partial<Deps>
  clientDir?: string
  extend?: AppOptions['extend']
  /** How long a socket may stay without login, in milliseconds. */
  loginTimeout?: number
  /** How often sockets are held against their sessions, in milliseconds. */
  lookEvery?: number
  /** What it shares with another server beside it. */
  beside?: { databaseUrl: string; server?: { keyRing: KeyRing; deps: Deps } }
}

/** Custody behind its sockets, as in a process of its own, or a part of the server, which is faster. */
const OVER_SOCKETS = process.env.TEST_CUSTODY === 'sockets'

/** The real server on a free port: embedded database, real mail by SMTP, its own time. */
export const startServer = async (options: ServerOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-server-'))
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const mailbox = await startMailbox(log)
  const databaseUrl = options.beside?.databaseUrl
  const read = (more: Record<string, string>) =>
    readEnv({
      SMTP_URL: mailbox.smtpUrl,
      DATA_DIR: folder,
      POLICY_DELAY_S: '0',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...more,
      ...options.env,
    })
  const clock = makeClock()
  const keyRing = options.beside?.server?.keyRing ?? (await createKeyRing(join(folder, 'master.keys')))
  const shared = options.beside?.server?.deps.custody
  const { policyDelaySeconds, custodyAnchor } = read({})
  const served =
    OVER_SOCKETS && !shared
      ? await serveHere({
          dir: join(folder, 'custody'),
          keyRing,
          clock,
          policyDelayS: policyDelaySeconds,
          anchor: custodyAnchor,
        })
      : undefined
  const env = read(served ? { CUSTODY_URL: served.url } : {})
  const database = databaseUrl === undefined ? await openTestDatabase(log) : undefined
  const parts = await openParts({
    env,
    log,
    clock,
    keyRing,
    smtpUrl: env.smtpUrl ?? mailbox.smtpUrl,
    prices: noPrices,
    local: true,
    ...(database && { database }),
    ...(shared && { custody: shared }),
    ...(options.loginTimeout !== undefined && { loginTimeout: options.loginTimeout }),
    ...(options.lookEvery !== undefined && { lookEvery: options.lookEvery }),
  })
  const deps: Deps = { ...parts.deps, walletConnect: launchHere, ...options.deps }
  const app = await buildApp(deps, { clientDir: options.clientDir, extend: options.extend })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`
  const origin = env.publicUrl ?? url
  const sockets: TestSocket[] = []
  const mails = (to?: string) => mailbox.list(to)
  return {
    url,
    app,
    deps,
    db: deps.db,
    clock,
    folder,
    keyRing,
    mails,
    client: () => new Client(url, origin),
    ...makeUsers({ url, origin, clock, mails }),
    async socket(...args: Parameters<typeof connectSocket>): Promise<TestSocket> {
      const socket = await connectSocket(...args)
      sockets.push(socket)
      return socket
    },
    async stop() {
      for (const socket of sockets) socket.close()
      await app.close()
      await parts.close()
      await served?.close()
      await database?.close()
      await mailbox.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startServer>>
