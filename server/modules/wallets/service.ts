import { randomUUID } from 'node:crypto'
import type { AccountNetwork } from '#contract/blockchain.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import type { WalletStatus } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import { WALLET_NAME_SAME, WALLET_NAME_USED } from '#contract/walletrule.ts'
import { makeSingles } from '#server/async/single.ts'
import { atRevision, changesSince } from '#server/db/changes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Job, startJob } from '#server/db/job.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import { conflict, invalid, notFound } from '#server/error.ts'
import { readUnlessSame } from '#server/http/reading.ts'
import { isWalletId } from './apart.ts'
import { makeBitcoinAccounts } from './bitcoin.ts'
import type { WalletDeps } from './deps.ts'
import { prepareWallet } from './prepare.ts'
import { makeProof, type ProvenWallet, type Word } from './proof.ts'
import { makeRecall } from './recall.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

export type { ProvenWallet as WalletRow, Word } from './proof.ts'
export type { Holder } from './store.ts'

const RESUME_MS = 15_000
/** Somebody whom the database had lost has a row again once he signs in: his wallets follow. */
const RECALL_MS = 600_000
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
  const proof = makeProof(custody)
  const working = makeSingles<void>()
  let jobs: Job[] = []

  /** Undefined also for a row whose owner is not the one that custody made the wallet for. */
  const find = async (id: string): Promise<ProvenWallet | undefined> => {
    const row = await store.find(db, id)
    return row && (await proof.wallets([row]))[0]
  }
  /** The same inside a transaction, by what custody said before it. */
  const findIn = async (tx: Tx, id: string, word: Word): Promise<ProvenWallet | undefined> => {
    const row = await store.find(tx, id)
    return row && proof.believed(row, word)
  }
  const word = (id: string): Promise<Word> => proof.word(isWalletId(id) ? [id] : [])

  const bitcoin = makeBitcoinAccounts(deps, { word, findIn })

  const prepare = (id: string): Promise<void> =>
    working.run(id, () =>
      prepareWallet(deps, { word, findIn }, id).then(
        () => bitcoin.open(id),
        (error: unknown) => log.error({ err: error, walletId: id }, 'A wallet could not be prepared yet'),
      ),
    )

  const resume = async (): Promise<void> => {
    for (const id of await store.unfinished(db)) await prepare(id)
    await bitcoin.resume()
  }

  const recall = makeRecall(deps, { word, findIn }, prepare)

  /** Someone else's wallet does not exist. */
  const own = async (userId: string, id: string): Promise<ProvenWallet> => {
    const wallet = await find(id)
    if (wallet?.userId !== userId) throw notFound(NO_WALLET)
    return wallet
  }

  /** The same by custody's word alone, for what is asked often. Answers the addresses that custody vouches for. */
  const mustOwn = async (userId: string, id: string): Promise<{ network: string; address: string }[]> => {
    const [overview] = isWalletId(id) ? await custody.overview({ walletIds: [id] }) : []
    if (overview?.userId === userId) return overview.accounts
    // Custody does not know a wallet that is still being made.
    return (await own(userId, id)).accounts
  }

  const emitUpdated = async (tx: Tx, emit: Emit, id: string, said: Word): Promise<Wallet> => {
    const wallet = await findIn(tx, id, said)
    if (!wallet) throw notFound(NO_WALLET)
    const view = viewWallet(wallet)
    emit(wallet.userId, 'wallet:updated', view)
    return view
  }

  /** Tells a wallet's owner how it stands by custody's word, which has changed without him. */
  const tell = async (id: string): Promise<void> => {
    const said = await word(id)
    await inTransaction(deps, (tx, emit) => emitUpdated(tx, emit, id, said))
  }

  /** Asks custody for the signatures that addresses lack, such as those of older installations. */
  const sign = async (): Promise<void> => {
    const holders = await store.everyHolder(db)
    const proven = new Set((await proof.accounts(holders)).map(({ accountId }) => accountId))
    for (const holder of holders) {
      if (proven.has(holder.accountId)) continue
      const { accountId, walletId, userId, network, address } = holder
      const [overview] = await custody.overview({ walletIds: [walletId] })
      const account = overview?.accounts.find((one) => one.network === network && one.address === address)
      if (account && overview?.userId === userId) await store.setSignature(db, accountId, account.signature)
      else log.error({ walletId, network }, 'An address is not the one that custody made for this wallet')
    }
  }

  return {
    own,
    mustOwn,
    emitUpdated,
    tell,
    resume,
    find,
    findIn,
    word,
    view: viewWallet,
    /** Accounts of a network by address, on EVM chains in lower case. */
    holdersOf: async (keys: string[], network: AccountNetwork = 'evm') =>
      proof.accounts(await store.holdersOf(db, network, keys)),
    holdersById: async (accountIds: string[]) => proof.accounts(await store.holdersById(db, accountIds)),
    /** Has the rows of a wallet say which Bitcoin address it has now. */
    renew: bitcoin.renew,
    /** Accounts of a network whose place another one took: what still comes there is moved. */
    replaced: async (network: AccountNetwork) => proof.accounts(await store.replacedHolders(db, network)),
    countAddresses: (network: AccountNetwork = 'evm') => store.countAccounts(db, network),
    addresses: (network: AccountNetwork = 'evm') => store.addressKeys(db, network),
    withoutKyc: () => store.withoutKyc(db),

    async list(userId: string): Promise<Wallet[]> {
      const shown = await proof.shown(await store.listOf(db, userId), (err, walletId) =>
        log.error({ err, walletId }, 'A wallet is shown without what custody says of it'),
      )
      return shown.map(viewWallet)
    },

    /** Custody's word changes without an event, too. */
    async read(userId: string, query: Reading): Promise<List<Wallet>> {
      const { of } = await changesSince(db, { userId, list: 'wallet' }, 0)
      const items = await this.list(userId)
      return readUnlessSame(
        items.map((wallet) => ({ ...wallet, revision: of.get(wallet.id) })),
        query,
      )
    },

    get: (userId: string, id: string): Promise<Wallet> =>
      atRevision(db, { userId, list: 'wallet' }, id, async () => viewWallet(await own(userId, id))),

    /** Answers at once with status created; the rest follows by events. */
    async create(userId: string, name: string): Promise<Wallet> {
      const id = randomUUID()
      const said = await proof.word([])
      const view = await uniqueName(() =>
        inTransaction(deps, async (tx, emit) => {
          if (await store.isNameTaken(tx, userId, name)) throw conflict(WALLET_NAME_USED)
          await store.insert(tx, { id, userId, name, createdAt: clock.now() })
          const wallet = await findIn(tx, id, said)
          if (!wallet) throw new Error('A wallet vanished while it was made')
          const made = viewWallet(wallet)
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
      const said = await word(id)
      return uniqueName(() =>
        inTransaction(deps, async (tx, emit) => {
          if (await store.isNameTaken(tx, userId, name)) throw conflict(WALLET_NAME_USED)
          await store.setName(tx, id, name)
          await deps.renamed?.(tx, emit, id)
          return emitUpdated(tx, emit, id, said)
        }),
      )
    },

    /** True when this made a difference; a second call changes nothing and says nothing. */
    async completeKyc(subject: store.KycSubject): Promise<boolean> {
      const open = await store.openKyc(db, subject)
      if (open.length === 0) return false
      const said = await proof.word(open)
      return inTransaction(deps, async (tx, emit) => {
        const ids = await store.completeKyc(tx, open)
        for (const id of ids) await emitUpdated(tx, emit, id, said)
        return ids.length > 0
      })
    },

    /** A signed operation moves a wallet between any statuses; hidden ones are final. */
    async setStatus(tx: Tx, emit: Emit, id: string, status: WalletStatus, said: Word): Promise<void> {
      const wallet = await store.find(tx, id)
      if (!wallet) throw notFound(NO_WALLET)
      if (store.HIDDEN.some((hidden) => hidden === wallet.status)) {
        throw conflict(`This wallet is ${wallet.status}, which is final`)
      }
      if (wallet.status === status) return
      await store.move(tx, id, [wallet.status], status)
      if (status === 'removed') emit(wallet.userId, 'wallet:removed', { id })
      else await emitUpdated(tx, emit, id, said)
    },

    /** Finishes what an earlier process began, now and whenever custody was out of reach. */
    async start(): Promise<void> {
      await sign().catch((error: unknown) => log.error({ err: error }, 'Addresses could not be signed yet'))
      for (const id of await store.unfinished(db)) await prepare(id)
      // Before chains are read on from where the database was: what came to such a wallet meanwhile is seen then.
      await recall().catch((error: unknown) =>
        log.error({ err: error }, 'Lost wallets could not be put back yet'),
      )
      const job = startJob(deps, 'wallets', RESUME_MS, resume)
      jobs = [job, startJob(deps, 'recall', RECALL_MS, recall)]
      // Keys of many older wallets take long, and nobody has to wait for them.
      void job.run()
    },

    async stop(): Promise<void> {
      bitcoin.stop()
      await Promise.all(jobs.map((job) => job.stop()))
      await working.idle()
    },
  }
}

export type Wallets = ReturnType<typeof makeWallets>
