import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { WALLET_NAME_SAME, WALLET_NAME_USED } from '#contract/rule.ts'
import type { WalletStatus } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Job, startJob } from '#server/db/job.ts'
import type { Leases } from '#server/db/lease.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Clock } from '#server/deps.ts'
import { conflict, invalid, notFound } from '#server/error.ts'
import type { Push } from '#server/push/push.ts'
import { prepareWallet } from './prepare.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

export type { Holder, WalletRow } from './store.ts'

export interface WalletDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  custody: Custody
  leases: Leases
  /** Tells those who see a wallet's name without owning it. */
  renamed?: (tx: Tx, emit: Emit, id: string) => Promise<void>
}

const RESUME_MS = 15_000
const NO_WALLET = 'This wallet does not exist'

const isDuplicateName = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && cause.constraint === 'wallets_name') return true
  }
  return false
}

const uniqueName = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isDuplicateName(error)) throw conflict(WALLET_NAME_USED)
    throw error
  }
}

export const makeWallets = (deps: WalletDeps) => {
  const { db, custody, clock, log } = deps
  const working = new Map<string, Promise<void>>()
  let job: Job | undefined

  const prepare = (id: string): Promise<void> => {
    const running = working.get(id)
    if (running) return running
    const work = prepareWallet(deps, id)
      .catch((error: unknown) =>
        log.error({ err: error, walletId: id }, 'A wallet could not be prepared yet'),
      )
      .finally(() => working.delete(id))
    working.set(id, work)
    return work
  }

  const resume = async (): Promise<void> => {
    for (const id of await store.unfinished(db)) await prepare(id)
  }

  /** Someone else's wallet does not exist. */
  const own = async (userId: string, id: string): Promise<store.WalletRow> => {
    const wallet = await store.find(db, id)
    if (wallet?.userId !== userId) throw notFound(NO_WALLET)
    return wallet
  }

  const emitUpdated = async (tx: Tx, emit: Emit, id: string): Promise<Wallet> => {
    const wallet = await store.find(tx, id)
    if (!wallet) throw notFound(NO_WALLET)
    const view = await viewWallet(custody, wallet)
    emit(wallet.userId, 'wallet:updated', view)
    return view
  }

  return {
    own,
    emitUpdated,
    resume,
    find: (on: Db, id: string) => store.find(on, id),
    view: (wallet: store.WalletRow) => viewWallet(custody, wallet),
    /** EVM accounts by address in lower case. */
    holdersOf: (on: Db, keys: string[]) => store.holdersOf(on, 'evm', keys),
    countAddresses: () => store.countAccounts(db, 'evm'),
    addresses: () => store.addressKeys(db, 'evm'),
    withoutKyc: () => store.withoutKyc(db),

    async list(userId: string): Promise<Wallet[]> {
      return Promise.all((await store.listOf(db, userId)).map((wallet) => viewWallet(custody, wallet)))
    },

    async get(userId: string, id: string): Promise<Wallet> {
      return viewWallet(custody, await own(userId, id))
    },

    /** Answers at once with status created; the rest follows by events. */
    async create(userId: string, name: string): Promise<Wallet> {
      const id = randomUUID()
      const view = await uniqueName(() =>
        inTransaction(deps, async (tx, emit) => {
          if (await store.isNameTaken(tx, userId, name)) throw conflict(WALLET_NAME_USED)
          await store.insert(tx, { id, userId, name, createdAt: clock.now() })
          const wallet = await store.find(tx, id)
          if (!wallet) throw new Error('A wallet vanished while it was made')
          const made = await viewWallet(custody, wallet)
          emit(userId, 'wallet:created', made)
          return made
        }),
      )
      void prepare(id)
      return view
    },

    async rename(userId: string, id: string, name: string): Promise<Wallet> {
      const { name: current } = await own(userId, id)
      if (name === current) throw invalid(WALLET_NAME_SAME)
      return uniqueName(() =>
        inTransaction(deps, async (tx, emit) => {
          if (await store.isNameTaken(tx, userId, name)) throw conflict(WALLET_NAME_USED)
          await store.setName(tx, id, name)
          await deps.renamed?.(tx, emit, id)
          return emitUpdated(tx, emit, id)
        }),
      )
    },

    /** True when this made a difference; a second call changes nothing and says nothing. */
    completeKyc: (subject: {
      walletId?: string | undefined
      address?: string | undefined
    }): Promise<boolean> =>
      inTransaction(deps, async (tx, emit) => {
        if (!subject.walletId && !subject.address) return false
        const ids = await store.completeKyc(tx, subject)
        for (const id of ids) await emitUpdated(tx, emit, id)
        return ids.length > 0
      }),

    /** A signed operation moves a wallet between any statuses; hidden ones are final. */
    async setStatus(tx: Tx, emit: Emit, id: string, status: WalletStatus): Promise<void> {
      const wallet = await store.find(tx, id)
      if (!wallet) throw notFound(NO_WALLET)
      if (wallet.status === status) return
      if (store.HIDDEN.some((hidden) => hidden === wallet.status)) {
        throw conflict(`This wallet is ${wallet.status}, which is final`)
      }
      await store.move(tx, id, [wallet.status], status)
      if (status === 'removed') emit(wallet.userId, 'wallet:removed', { id })
      else await emitUpdated(tx, emit, id)
    },

    /** Finishes what an earlier process began, now and whenever custody was out of reach. */
    async start(): Promise<void> {
      await resume()
      job = startJob(deps, 'wallets', RESUME_MS, resume)
    },

    async stop(): Promise<void> {
      await job?.stop()
      await Promise.all(working.values())
    },
  }
}

export type Wallets = ReturnType<typeof makeWallets>
