import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { keepApart } from './apart.ts'
import type { PriceSource } from './chains/prices.ts'
import { makeChains } from './chains/set.ts'
import { type Custody, type CustodyOptions, type KeyRing, openCustody } from './custody/custody.ts'
import { connectCustody } from './custody/program/client.ts'
import { parsePlaces } from './custody/program/place.ts'
import { launchProgram } from './dapps/launch.ts'
import { type Database, openDatabase } from './db/client.ts'
import { makeLeases } from './db/lease.ts'
import { makeMirror } from './db/mirror.ts'
import { PUSH_PURPOSE } from './db/sealed.ts'
import { type Clock, type Deps, systemClock } from './deps.ts'
import { bitcoinOf, type Env } from './env.ts'
import { makeMailer } from './mail/mailer.ts'
import { openCluster } from './push/cluster.ts'
import { makeSocketPush } from './push/socket.ts'
import { startWitnesses } from './witness.ts'

export interface Ground {
  env: Env
  log: FastifyBaseLogger
  clock: Clock
  /** Seals what the server itself must be able to read again. */
  keyRing: KeyRing
  /** Custody's own, where it is part of this process; `keyRing` where it is undefined. */
  custodyRing?: KeyRing | undefined
  smtpUrl: string
  prices: PriceSource
  /** The nodes are local stand-ins; as the environment says when it is left out. */
  local?: boolean
  /** Open already, and closed by whoever opened it. */
  database?: Database
  /** Open already, and closed by whoever opened it. */
  custody?: Custody
  random?: CustodyOptions['random']
  signers?: CustodyOptions['signers']
  /** How long a socket may stay without login, in milliseconds. */
  loginTimeout?: number
  /** How often sockets are held against their sessions, in ms. */
  lookEvery?: number
}

/** Closes in the opposite order of opening, everything, whatever fails. */
export const makeClosing = (log: FastifyBaseLogger) => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => steps.unshift(step),
    async run(): Promise<void> {
      for (const step of steps.splice(0)) {
        await step().catch((error: unknown) => log.error({ err: error }, 'A part did not close'))
      }
    },
  }
}

/** Database, custody, chains and what else the modules stand on. Nobody has asked the chains anything yet. */
export const openParts = async (ground: Ground): Promise<{ deps: Deps; close(): Promise<void> }> => {
  const { env, log, clock, keyRing, loginTimeout, lookEvery } = ground
  const closing = makeClosing(log)
  try {
    const database =
      ground.database ??
      (await openDatabase({ databaseUrl: env.databaseUrl, dataDir: join(env.dataDir, 'database'), log }))
    if (!ground.database) closing.add(database.close)
    const chains = makeChains({
      rpcUrls: env.rpcUrls,
      bitcoin: bitcoinOf(env),
      local: ground.local ?? env.sandbox,
      log,
    })
    closing.add(chains.stop)
    // A clock of a test's own has no witnesses.
    const witnesses =
      clock === systemClock ? await startWitnesses({ db: database.db, chains, log }) : undefined
    if (witnesses) closing.add(witnesses.stop)
    const custody =
      ground.custody ??
      (await (env.custodyUrl === undefined
        ? openCustody({
            dir: join(env.dataDir, 'custody'),
            keyRing: ground.custodyRing ?? keyRing,
            clock,
            policyDelayS: env.policyDelaySeconds,
            mirror: makeMirror(database.db),
            anchor: env.custodyAnchor,
            witnesses,
            warn: (message) => log.error(message),
            ...(ground.random && { random: ground.random }),
            ...(ground.signers && { signers: ground.signers }),
          })
        : connectCustody({
            places: parsePlaces('CUSTODY_URL', env.custodyUrl, env.custodyCertificates),
            log,
            mirror: makeMirror(database.db),
            witnesses,
          })))
    if (!ground.custody) closing.add(custody.close)
    const cluster =
      env.databaseUrl === undefined
        ? undefined
        : await openCluster(env.databaseUrl, keyRing.sealer(PUSH_PURPOSE), log)
    const deps: Deps = {
      env,
      log,
      db: database.db,
      clock,
      push: makeSocketPush({
        clock,
        log,
        cluster,
        oldestClient: env.oldestClient,
        ...(loginTimeout !== undefined && { loginTimeout }),
        ...(lookEvery !== undefined && { lookEvery }),
      }),
      mail: makeMailer({ smtpUrl: ground.smtpUrl, from: env.mailFrom }),
      leases: makeLeases(database.db),
      sealer: (purpose) => keyRing.sealer(purpose),
      custody: env.production ? custody : keepApart(custody),
      chains,
      prices: ground.prices,
      walletConnect: launchProgram(),
    }
    closing.add(deps.leases.release)
    return { deps, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}
