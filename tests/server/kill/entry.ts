import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Relayer } from '@walletconnect/core'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import type { Chain } from '#server/chains/family.ts'
import { noPrices } from '#server/chains/prices.ts'
import { makeChains } from '#server/chains/set.ts'
import { loadKeyRing, openCustody } from '#server/custody/custody.ts'
import { openDatabase } from '#server/db/client.ts'
import { makeLeases } from '#server/db/lease.ts'
import { systemClock } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { lockDataDir } from '#server/lock.ts'
import { makeMailer } from '#server/mail/mailer.ts'
import { makeSocketPush } from '#server/push/socket.ts'
import { launchHere } from '#tests/server/harness/dapps.ts'
import { deadlyPoints, type Point, type Ports } from './points.ts'

/**
 * The real server as a process of its own that, told so by its parent, kills itself at one point of what it does next:
 * nothing is closed, flushed or given back.
 */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

const mortal = (real: Ports) => {
  const points = deadlyPoints(die)
  let now = real
  const through = (chain: Chain): Chain =>
    new Proxy(chain, {
      get: (_, name) => Reflect.get(now.chains.get(chain.blockchain) ?? chain, name),
    })
  const ports: Ports = {
    chains: {
      ...real.chains,
      all: () => real.chains.all().map(through),
      get: (blockchain) => {
        const chain = real.chains.get(blockchain)
        return chain && through(chain)
      },
    },
    custody: {
      ...real.custody,
      propose: (ask) => now.custody.propose(ask),
      signEvmTransaction: (ask) => now.custody.signEvmTransaction(ask),
      signMessage: (ask) => now.custody.signMessage(ask),
    },
    answer: (publish) => now.answer(publish),
  }
  return {
    ports,
    arm(point: Point) {
      now = points[point](real)
    },
  }
}

/** Tag of an answer to a request of a session. */
const ANSWER = 1109

/** What the library says to the relay goes through here when it is an answer to a dApp. */
const watchAnswers = (through: Ports['answer']): void => {
  const { publish } = Relayer.prototype
  Relayer.prototype.publish = function (topic, message, opts) {
    const go = () => publish.call(this, topic, message, opts)
    return opts?.tag === ANSWER ? through(go) : go()
  }
}

const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  const log = pino({ level: 'error' })
  lockDataDir(env.dataDir)
  const keyRing = loadKeyRing(env.masterKeyFile ?? '')
  const dataDir = join(env.dataDir, 'database')
  const { db } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir, log })
  const custody = await openCustody({
    dir: join(env.dataDir, 'custody'),
    keyRing,
    clock: systemClock,
    policyDelayS: env.policyDelaySeconds,
  })
  const chains = makeChains({ rpcUrls: env.rpcUrls, local: true, log })
  await chains.start()
  const { ports, arm } = mortal({ chains, custody, answer: (publish) => publish() })
  watchAnswers(ports.answer)
  const app = await buildApp({
    env,
    db,
    clock: systemClock,
    log,
    push: makeSocketPush({ clock: systemClock, log }),
    mail: makeMailer({ smtpUrl: env.smtpUrl ?? '', from: env.mailFrom }),
    leases: makeLeases(db),
    sealer: (purpose) => keyRing.sealer(purpose),
    prices: noPrices,
    // Here, so that one kill ends both.
    walletConnect: launchHere,
    chains: ports.chains,
    custody: ports.custody,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (point: Point) => {
    arm(point)
    process.send?.({ armed: point })
  })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

await main()
