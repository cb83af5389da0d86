import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import type { EvmChain } from '#server/chains/chain.ts'
import { noPrices } from '#server/chains/prices.ts'
import { makeChains } from '#server/chains/set.ts'
import { loadKeyRing, openCustody } from '#server/custody/custody.ts'
import { openDatabase } from '#server/db/client.ts'
import { makeLeases } from '#server/db/lease.ts'
import { lockDataDir } from '#server/lock.ts'
import { systemClock } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { makeMailer } from '#server/mail/mailer.ts'
import { makeSocketPush } from '#server/push/socket.ts'
import { type CrashPoint, crashPoints, type Ports } from '#tests/server/transactions/points.ts'

/**
 * The real server as a process of its own that, told so by its parent, kills itself at one point of the next send:
 * nothing is closed, flushed or given back.
 */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

const mortal = (real: Ports) => {
  let now = real
  const through = (chain: EvmChain): EvmChain =>
    new Proxy(chain, {
      get: (_, name) => Reflect.get(now.chains.get(chain.blockchain) ?? chain, name),
    })
  const ports: Ports = {
    chains: {
      ...real.chains,
      evm: () => real.chains.evm().map(through),
      get: (blockchain) => {
        const chain = real.chains.get(blockchain)
        return chain && through(chain)
      },
    },
    custody: { ...real.custody, signEvmTransaction: (ask) => now.custody.signEvmTransaction(ask) },
  }
  return {
    ports,
    arm(point: CrashPoint) {
      now = crashPoints(die)[point](real)
    },
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
  const { ports, arm } = mortal({ chains, custody })
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
    ...ports,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (point: CrashPoint) => {
    arm(point)
    process.send?.({ armed: point })
  })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

await main()
