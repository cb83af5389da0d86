import type { ReplyOf } from '#contract/endpoint.ts'
import type { estimateBitcoin, estimateEvm, TransactionDraft } from '#contract/endpoints/transaction.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import type { Transaction } from '#contract/transaction.ts'
import { acquaintance } from '#domain/sendwarning.ts'
import { makeUnderway } from '#server/async/underway.ts'
import { makeWatcher } from '#server/chains/watch/watcher.ts'
import type { ApprovalState } from '#server/custody/custody.ts'
import { atRevision } from '#server/db/changes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Job, startJob } from '#server/db/job.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import { conflict, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { checkAlone, isPaged, readList } from '#server/http/reading.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { accept } from './accept.ts'
import { stateOf } from './approved.ts'
import { estimate as estimateFees, type Fees } from './bitcoin/estimate.ts'
import type { TransactionDeps } from './deps.ts'
import { type Ending, endInCustody, endingOf, endRows } from './end.ts'
import { acceptCall, type Order, type Progress, progressOf, quoteCall, type Wish } from './evm/dappcall.ts'
import { estimate } from './evm/estimate.ts'
import { makeFamilies } from './families.ts'
import type { Family } from './family.ts'
import { gate } from './gate.ts'
import { earlier, type IdempotencyKey, readKey, readReplaceKey } from './key.ts'
import { makeMachine } from './machine.ts'
import { showAsIs } from './otherwise.ts'
import * as outbox from './outbox.ts'
import { checkWallet, type Draft, readOrder } from './prepare.ts'
import { publishUpdated, viewsFor, viewsOf } from './publish.ts'
import { earlierRecipients, sentTo } from './recipient.ts'
import { makeReconcile } from './reconcile.ts'
import { makeReplace } from './replace.ts'
import { FEES_ABOVE, NOT_PROPOSED } from './sign.ts'
import * as store from './store.ts'
import { makeSurvey } from './survey.ts'

const RESUME_MS = 3_000
const FEES_STAYED = 'Network fees stayed above what was approved. Nothing was sent.'
type Estimated = ReplyOf<typeof estimateEvm>

const perTier = ({ slow, normal, fast }: Fees) => ({
  ...{ SLOW: slow.toString(), NORMAL: normal.toString(), FAST: fast.toString() },
})

const WALLET_REMOVED = 'The wallet was removed'
const NO_TRANSACTION = 'This transaction does not exist'
const NOT_WAITING = 'Only a transaction that waits for approval can be cancelled'

const CANCELLING: Answers = {
  Ended: 'ConflictError',
  UnknownTransaction: 'NotFoundError',
  BadInput: 'NotFoundError',
}

/** A send, and of which wallet. */
type Which = Pick<store.SendRow, 'walletId' | 'transactionId'>
type Found = NonNullable<Awaited<ReturnType<typeof outbox.find>>>
const isCancelled = ({ transaction, send }: Found): boolean => transaction.status === 'cancelled' && send.void

export type { Wish } from './evm/dappcall.ts'

export const makeTransactions = (deps: TransactionDeps) => {
  const { db, clock, log, custody, chains, wallets, tokens, approvals } = deps
  const families = makeFamilies(deps)
  const replacing = makeReplace(deps, families)
  const machine = makeMachine(
    deps,
    families,
    (blockchain, block) => revisit(blockchain, block),
    replacing.carry,
  )
  const reconcile = makeReconcile(deps, families, (blockchain, block) => revisit(blockchain, block))
  const survey = makeSurvey(db, reconcile)
  let job: Job | undefined

  const resume = async (): Promise<void> => {
    await machine.resume()
    await expire()
    await survey.round()
    for (const family of families.values()) await family.sweep?.()
  }
  const resumeSoon = (): void => {
    void machine.resume().catch((error: unknown) => log.error({ err: error }, 'Sends could not be resumed'))
  }
  const noting = makeUnderway()
  /** Custody notes what is final of what it signed, where the chain says so, too. */
  const noteFinal = async (ids: readonly string[]): Promise<void> => {
    await reconcile(await outbox.walletsOf(db, ids))
  }
  const final = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    noting.add(
      noteFinal(ids).catch((error: unknown) => log.warn({ err: error, ids }, 'Custody did not note an end')),
    )
  }
  const watchers = new Map(
    [...families].map(([blockchain, family]) => [
      blockchain,
      makeWatcher(deps, family.chain, family.watch(resumeSoon, final)),
    ]),
  )
  const revisit = async (blockchain: string, block: number): Promise<void> =>
    watchers.get(blockchain)?.revisit(block)

  const view = (userId: string, id: string): Promise<Transaction> =>
    atRevision(db, { userId, list: 'transaction' }, id, async () => {
      const [found] = await viewsFor(db, userId, [id], approvals)
      if (!found) throw notFound(NO_TRANSACTION)
      return found
    })

  /** Takes up a waiting transaction that guardians were not asked about. May be repeated. */
  const ask = async (id: string): Promise<void> => {
    const found = await outbox.find(db, id)
    if (!found || found.send.void || found.transaction.status !== 'pending-approval') return
    const state = await stateOf(deps, found.send)
    if (!state) {
      await endRows(deps, found.send, { from: 'pending-approval', to: 'failed', reason: NOT_PROPOSED })
      return
    }
    await inTransaction(deps, (tx, emit) => approvals.opened(tx, emit, id, state))
    approvals.asked()
  }

  const accepted = async (
    kind: Family['chain']['family'],
    wallet: WalletRow,
    draft: TransactionDraft,
    key: IdempotencyKey | undefined,
    grant: string,
  ): Promise<string> => {
    const known = key && (await earlier(db, key, clock.now()))
    if (known) return known
    checkWallet(wallet)
    const { order, family } = await readOrder(deps, families, kind, wallet, draft)
    const parts = await family.prepare(order)
    const asked = await gate(custody, wallet.id)
    const { gas, description } = draft
    return accept(deps, {
      ...{ grant, wallet, family, parts, gas, gate: asked, description, key, action: 'send' },
      quote: await parts.quote(gas),
      source: key && { kind: 'key', id: key.key },
      shown: draft.digest,
      maxFee: draft.maxFee === undefined ? undefined : BigInt(draft.maxFee),
      expiresAt: new Date(clock.now().getTime() + deps.env.approvalTtlSeconds * 1000),
    })
  }

  /** Accepts what a wallet's owner sends, and begins to carry it out. */
  const send = async (
    kind: Family['chain']['family'],
    { id: userId, grant }: Caller,
    walletId: string,
    draft: TransactionDraft,
    header: string | string[] | undefined,
  ): Promise<Transaction> => {
    const wallet = await wallets.own(userId, walletId)
    const key = readKey(walletId, header, draft)
    const id = await accepted(kind, wallet, draft, key, grant).catch(async (error: unknown) => {
      await showAsIs(deps, userId, { walletId, assetId: draft.assetId }, error)
      throw error
    })
    const found = await outbox.find(db, id)
    if (found) void machine.advance(found.send)
    return view(userId, id)
  }

  const withdraw = async (
    which: Which,
    to: Ending['to'],
    reason: string | null,
    beside?: (tx: Tx) => Promise<void>,
  ): Promise<boolean> =>
    (await endInCustody(deps, which, 'withdrawn', reason)) &&
    (await endRows(deps, which, { from: 'pending-approval', to, reason }, beside))

  /** What waits of wallets that were removed. */
  const endRemoved = async (): Promise<void> => {
    for (const which of await outbox.ofRemoved(db)) await withdraw(which, 'cancelled', WALLET_REMOVED)
  }

  /** Those whose guardians did not answer in time, and what nobody waits for any more. */
  const expire = async (): Promise<void> => {
    for (const { id, walletId, note } of await outbox.waiting(db, { expiredAt: clock.now() })) {
      // A note says that it was approved and only waited for fees.
      const [to, reason] =
        note === null ? (['rejected', outbox.EXPIRED] as const) : (['failed', FEES_STAYED] as const)
      const which = { walletId, transactionId: id }
      if (await endInCustody(deps, which, 'expired', reason))
        await endRows(deps, which, { from: 'pending-approval', to, reason })
    }
    for (const { id, walletId, note } of await outbox.overdue(db, clock.now())) {
      const reason = note === FEES_ABOVE ? FEES_STAYED : outbox.EXPIRED
      const which = { walletId, transactionId: id }
      if (await endInCustody(deps, which, 'expired', reason))
        await endRows(deps, which, { from: 'broadcasting', to: 'failed', reason })
    }
    await endRemoved()
  }

  const cancel = async ({ id: userId, grant }: Caller, walletId: string, id: string): Promise<void> => {
    await wallets.own(userId, walletId)
    const before = await outbox.find(db, id)
    if (before?.send.raises) throw notFound(NO_TRANSACTION)
    // Whatever its row says: custody knows what was sent, and what is signed.
    await answering(custody.cancel({ grant, walletId, txId: id }), CANCELLING)
    const found = await outbox.find(db, id)
    if (found?.send.walletId !== walletId) throw notFound(NO_TRANSACTION)
    if (!isCancelled(found))
      await endRows(deps, found.send, { from: found.transaction.status, to: 'cancelled', reason: null })
    if (before && isCancelled(before)) throw conflict(NOT_WAITING)
  }

  return {
    sentTo: (userId: string, addresses: readonly string[]) => sentTo(db, userId, addresses),

    async list(
      userId: string,
      { walletId, since, ...query }: store.ListQuery & Reading & { walletId: string },
    ): Promise<List<Transaction>> {
      await wallets.mustOwn(userId, walletId)
      const everything = async () => {
        const { entries, total } = await store.list(db, walletId, query)
        return { items: await viewsOf(db, userId, entries, approvals), total }
      }
      if (isPaged(query) || store.isFiltered(query)) {
        checkAlone({ since })
        return everything()
      }
      return readList(db, { userId, list: 'transaction', walletId }, since, async (ids) => {
        if (ids === undefined) return everything()
        const entries = ids.length > 0 ? await store.listed(db).execute({ walletId, ids: [...ids] }) : []
        const items = await viewsOf(db, userId, entries, approvals)
        return { items, total: await store.countOf(db, walletId) }
      })
    },

    sendEvm: (caller: Caller, walletId: string, draft: TransactionDraft, key?: string | string[]) =>
      send('evm', caller, walletId, draft, key),
    sendBitcoin: (caller: Caller, walletId: string, draft: TransactionDraft, key?: string | string[]) =>
      send('bitcoin', caller, walletId, draft, key),

    async estimate(userId: string, walletId: string, draft: Draft): Promise<Estimated> {
      const wallet = await wallets.own(userId, walletId)
      const { order } = await readOrder(deps, families, 'evm', wallet, draft)
      const { known, lookalikeOf } = acquaintance(draft.recipient, await earlierRecipients(db, walletId))
      return { gasLimit: (await estimate(deps.chains, order)).toString(), recipientKnown: known, lookalikeOf }
    },

    async estimateBitcoin(
      userId: string,
      walletId: string,
      draft: Draft,
    ): Promise<ReplyOf<typeof estimateBitcoin>> {
      const wallet = await wallets.own(userId, walletId)
      const { fees, carried } = await estimateFees(deps, wallet, draft)
      const { known, lookalikeOf } = acquaintance(draft.recipient, await earlierRecipients(db, walletId))
      return {
        ...perTier(fees),
        ...(carried && { most: perTier(carried) }),
        ...{ recipientKnown: known, lookalikeOf },
      }
    },

    replacement: replacing.offer,
    /** Puts another attempt in the place of a send that hangs. */
    async replace(
      caller: Caller,
      walletId: string,
      id: string,
      { cancels, maxFee }: { cancels: boolean; maxFee: string },
      header?: string | string[],
    ): Promise<Transaction> {
      const key = readReplaceKey(walletId, header, id, cancels)
      const signed = await replacing.replace(caller, walletId, id, { cancels, maxFee: BigInt(maxFee), key })
      const found = await outbox.find(db, signed)
      if (found) void machine.advance(found.send)
      return view(caller.id, id)
    },

    async askHigherFee(
      caller: Caller,
      walletId: string,
      id: string,
      { maxFee }: { maxFee: string },
    ): Promise<Transaction> {
      await replacing.ask(caller, walletId, id, { maxFee: BigInt(maxFee) })
      return view(caller.id, id)
    },
    async withdrawHigherFee(caller: Caller, walletId: string, id: string): Promise<Transaction> {
      await replacing.withdraw(caller, walletId, id)
      return view(caller.id, id)
    },

    async cancel(caller: Caller, walletId: string, id: string): Promise<Transaction> {
      await cancel(caller, walletId, id)
      return view(caller.id, id)
    },

    /** Accepts what a dApp asked for and the owner confirmed; `carry` sends it. Answers the transaction's id. */
    call: (wallet: WalletRow, order: Order, grant: string): Promise<string> =>
      acceptCall(deps, wallet, order, grant),
    quoteCall: (wallet: WalletRow, wish: Wish) => quoteCall(deps, wallet, wish),
    /** How far a transaction of this server got. */
    async progress(id: string): Promise<Progress> {
      const found = await outbox.find(db, id)
      if (!found) throw notFound(NO_TRANSACTION)
      return progressOf(found)
    },

    ask,
    waiting: outbox.waiting,
    /** Refuses a waiting transaction. False when it waits no more. */
    reject: (which: Which, reason: string): Promise<boolean> => withdraw(which, 'rejected', reason),
    /** Takes a waiting transaction back; false when it is signed, or waits no more. */
    withdraw,
    endRemoved,
    /** Ends a waiting transaction as custody did. */
    follow: (which: Which, end: NonNullable<ApprovalState['end']>): Promise<boolean> =>
      endRows(deps, which, endingOf('pending-approval', end)),
    forgetFees: (tx: Tx, id: string) => store.update(tx, id, { note: null }),
    publish: (tx: Tx, emit: Emit, id: string): Promise<void> => publishUpdated(tx, emit, [id], deps),
    /** Sends what is approved by now; resolves when it is as far as it can get. */
    async carry(id: string): Promise<void> {
      const found = await outbox.find(db, id)
      if (found) await machine.advance(found.send)
    },

    resume,
    /** Reads every chain up to its head. */
    tick: async (): Promise<void> => {
      for (const watcher of watchers.values()) await watcher.tick()
    },
    async idle(): Promise<void> {
      await machine.idle()
      await noting.idle()
    },

    async start(): Promise<void> {
      for (const chain of chains.all()) await tokens.native(chain.blockchain)
      for (const watcher of watchers.values()) watcher.start()
      resumeSoon()
      noting.add(
        survey
          .all()
          .catch((error: unknown) => log.error({ err: error }, 'Rows could not be held against custody yet')),
      )
      job = startJob(deps, 'sends', RESUME_MS, resume)
    },

    async stop(): Promise<void> {
      await job?.stop()
      await Promise.all([...watchers.values()].map((watcher) => watcher.stop()))
      await machine.idle()
      await noting.idle()
    },
  }
}

export type Transactions = ReturnType<typeof makeTransactions>
