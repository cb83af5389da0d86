import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Blockchain } from '#contract/blockchain.ts'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { PUSH_EVENTS, type PushData, type PushName } from '#contract/push.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { listedPrices, type PriceSource } from '#server/chains/prices.ts'
import { type Custody, createKeyRing } from '#server/custody/custody.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { type Leases, makeLeases } from '#server/db/lease.ts'
import { users } from '#server/db/schema/auth.ts'
import { readEnv } from '#server/env.ts'
import type { Caller } from '#server/http/access.ts'
import type { Operation } from '#server/modules/transactions/operation.ts'
import { makeWalletServices, type WalletServices } from '#server/modules/transactions/walletservices.ts'
import { openParts } from '#server/parts.ts'
import type { TestNode } from '../chains/node.ts'
import { makeClock } from '../harness/clock.ts'
import { grantOf } from '../harness/grant.ts'
import { openTestDatabase } from './database.ts'

export const STRANGER = '0x000000000000000000000000000000000000dEaD'

type About = Partial<TransactionDraft> & { symbol?: string }

/** Less than the time after which an unused session is over. */
const SESSION_MS = 6 * 86_400_000

export interface Event {
  userId: string
  name: PushName
  data: unknown
}

/** What the server tells its users, checked against the contract. */
export const makePushLog = () => {
  const events: Event[] = []
  const waiting: { fits(event: Event): boolean; resolve(event: Event): void }[] = []
  return {
    events,
    named: <N extends PushName>(name: N, userId?: string): PushData<N>[] =>
      events
        .filter((event) => event.name === name && (userId === undefined || event.userId === userId))
        .map(({ data }) => data as PushData<N>),
    push: {
      emit<N extends PushName>(userId: string, name: N, data: PushData<N>) {
        PUSH_EVENTS[name].parse(JSON.parse(JSON.stringify(data)))
        const event = { userId, name, data }
        events.push(event)
        for (const waiter of waiting.filter(({ fits }) => fits(event))) {
          waiting.splice(waiting.indexOf(waiter), 1)
          waiter.resolve(event)
        }
      },
    },
    /** The next one, or one that came already. */
    until<N extends PushName>(name: N, fits: (data: PushData<N>) => boolean): Promise<PushData<N>> {
      const is = (event: Event) => event.name === name && fits(event.data as PushData<N>)
      const past = events.find(is)
      if (past) return Promise.resolve(past.data as PushData<N>)
      return new Promise((resolve) => {
        waiting.push({ fits: is, resolve: (event) => resolve(event.data as PushData<N>) })
      })
    },
  }
}

export interface Around {
  node: TestNode
  blockchain?: Blockchain
  prices?: PriceSource
  log?: FastifyBaseLogger
  /** The database lies on disk. */
  persistent?: boolean
  /** Puts something between the services and their ports. */
  wrap?: (ports: { chains: ChainSet; custody: Custody }) => { chains: ChainSet; custody: Custody }
}

const listed = (blockchain: Blockchain, node: TestNode) =>
  listedPrices(
    [
      { blockchain, symbol: 'RBNT', price: '0.05' },
      { blockchain, address: node.token('USDC').address, symbol: 'USDC', price: '1' },
    ],
    new Date('2026-01-02T03:04:05Z'),
  )

/** The services of wallets over a real database, real keys and a real chain; the test decides when they look. */
export const openRig = async (around: Around) => {
  const { node, blockchain = 'redbelly:testnet' } = around
  const folder = await mkdtemp(join(tmpdir(), 'countersign-transactions-'))
  const log = around.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' })
  const clock = makeClock()
  const env = {
    ...readEnv({ DATA_DIR: folder, POLICY_DELAY_S: '0', KYC_CHAIN: blockchain }),
    rpcUrls: { [blockchain]: node.rpcUrl },
  }
  const dataDir = join(folder, 'database')
  const openIt = () => (around.persistent ? openDatabase({ dataDir, log }) : openTestDatabase(log))
  let database: Database = await openIt()
  const keyRing = await createKeyRing(join(folder, 'master.keys'))
  const pushLog = makePushLog()
  /** Whatever custody drew by chance: private keys among it. */
  const keys: Buffer[] = []
  const open: { services: WalletServices; custody: Custody; chains: ChainSet; close(): Promise<void> }[] = []

  const over = (ports: { chains: ChainSet; custody: Custody }, leases: Leases): WalletServices =>
    makeWalletServices({
      env,
      db: database.db,
      clock,
      log,
      push: pushLog.push,
      leases,
      prices: around.prices ?? listed(blockchain, node),
      ...ports,
    })

  const end = async () => {
    const before = open.pop()
    if (!before) return
    await before.services.stop()
    // In real life the leases of a process that was killed run out by themselves.
    await before.close()
  }

  /** A process: fresh services over the same database and keys. Ends the one before without goodbye. */
  const boot = async (wrap = around.wrap) => {
    await end()
    const { deps, close } = await openParts({
      env,
      log,
      clock,
      keyRing,
      smtpUrl: 'smtp://127.0.0.1:9',
      prices: around.prices ?? listed(blockchain, node),
      local: true,
      database,
      random(bytes) {
        const key = randomBytes(bytes)
        // A copy: custody wipes its own.
        keys.push(Buffer.from(key))
        return key
      },
    })
    const { chains, custody, leases } = deps
    const ports = wrap?.({ chains, custody }) ?? { chains, custody }
    const services = over(ports, leases)
    await Promise.all(chains.all().map((chain) => chain.probe()))
    open.push({ services, custody, chains: ports.chains, close })
    return services
  }

  let services = await boot()
  await services.transactions.tick()

  const user = async (): Promise<string> => {
    const id = randomUUID()
    const email = `${id}@example.com`
    await database.db
      .insert(users)
      .values({ id, email, emailKey: email, vaultId: randomUUID(), createdAt: clock.now() })
    return id
  }

  const signedIn = new Map<string, { until: number; grant: Promise<string> }>()
  /** As whom custody takes what this user asks for; signed in again before his session would end. */
  const caller = async (id: string): Promise<Caller> => {
    const [current] = open
    if (!current) throw new Error('Nothing runs')
    const email = `${id}@example.com`
    const now = clock.now().getTime()
    const known = signedIn.get(id)
    if (known && now < known.until) return { id, email, grant: await known.grant }
    const grant = grantOf({ custody: current.custody, clock }, email, id).then(({ cookie }) => cookie)
    signedIn.set(id, { until: now + SESSION_MS, grant })
    return { id, email, grant: await grant }
  }

  const rig = {
    node,
    get db() {
      return database.db
    },
    clock,
    keys,
    folder,
    log,
    pushLog,
    user,
    caller,
    get services() {
      return services
    },
    get chains(): ChainSet {
      const [current] = open
      if (!current) throw new Error('Nothing runs')
      return current.chains
    },
    /** A second process beside the first, over the same database and custody. */
    beside(): WalletServices {
      const [current] = open
      if (!current) throw new Error('Nothing runs')
      return over(current, makeLeases(database.db))
    },
    /** What a signed webhook does. */
    operate: (operation: Operation) => services.operations.apply(operation, async () => undefined),
    /** As `restart`, but the database is closed and opened again as well. */
    async reopen(wrap?: Around['wrap']) {
      await end()
      await database.close()
      database = await openIt()
      return rig.restart(wrap)
    },
    async restart(wrap?: Around['wrap']) {
      services = await boot(wrap)
      return services
    },
    /** Carries everything as far as it can get, then a second passes. */
    async settle() {
      await services.transactions.idle()
      await node.mined()
      await services.transactions.tick()
      clock.advance(1000)
    },
    /** An active wallet, verified unless told otherwise, with so many coins. */
    async wallet(
      userId: string,
      { name = 'Main', coins, verified = true }: { name?: string; coins?: string; verified?: boolean } = {},
    ): Promise<Wallet & { address: string }> {
      clock.advance(1000)
      const { id } = await services.wallets.create(userId, name)
      const wallet = await pushLog.until(
        'wallet:updated',
        (data) => data.id === id && data.status === 'active',
      )
      const address = wallet.accounts[0]?.address ?? ''
      if (verified) await services.kyc.complete({ walletId: id })
      if (coins !== undefined) {
        await rig.fund(address, coins)
      }
      return { ...wallet, address }
    },
    /** From the faucet, and seen. */
    async fund(address: string, amount?: string, symbol?: string) {
      await node.give(address, amount, symbol)
      await rig.settle()
    },
    /** A draft of so many smallest units; the native coin unless a symbol is given. */
    async draft(
      userId: string,
      walletId: string,
      amount: bigint | string,
      { symbol, recipient = STRANGER, gas = 'normal' }: About = {},
    ): Promise<TransactionDraft> {
      const asset = await rig.assetOf(userId, walletId, symbol)
      return { amount: amount.toString(), assetId: asset?.id ?? 'none', description: '', gas, recipient }
    },
    async send(userId: string, walletId: string, ...about: [bigint | string, About?]) {
      const draft = await rig.draft(userId, walletId, ...about)
      clock.advance(10)
      return rig.sendEvm(userId, walletId, draft)
    },
    sendEvm: async (userId: string, walletId: string, draft: TransactionDraft, key?: string) =>
      services.transactions.sendEvm(await caller(userId), walletId, draft, key),
    cancel: async (userId: string, walletId: string, id: string) =>
      services.transactions.cancel(await caller(userId), walletId, id),
    /** What custody has of a wallet that is not over. */
    openTransactions: async (walletId: string) => {
      const [current] = open
      return (await current?.custody.openTransactions({ walletIds: [walletId] }))?.items ?? []
    },
    async listed(userId: string, walletId: string): Promise<Transaction[]> {
      return (await services.transactions.list(userId, { walletId })).items
    },
    assetOf: async (userId: string, walletId: string, symbol = 'rbnt') => {
      const assets = await services.assets.list(userId, walletId)
      return assets.find((asset) => asset.symbol === symbol)
    },
    async stop() {
      await end()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return rig
}
export type Rig = Awaited<ReturnType<typeof openRig>>
