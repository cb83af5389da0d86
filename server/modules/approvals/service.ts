import type { FastifyBaseLogger } from 'fastify'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { SignatureMessage } from '#contract/guardian.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import { makeUnderway } from '#server/async/underway.ts'
import type { ApprovalState, Custody } from '#server/custody/custody.ts'
import { atRevision } from '#server/db/changes.ts'
import type { Db } from '#server/db/client.ts'
import { type Job, startJob } from '#server/db/job.ts'
import type { Leases } from '#server/db/lease.ts'
import { AppError, conflict, forbidden, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { checkAlone, isPaged, readList } from '#server/http/reading.ts'
import type { Transactions } from '#server/modules/transactions/service.ts'
import type { Wallets } from '#server/modules/wallets/service.ts'
import type { Push } from '#server/push/push.ts'
import type { ApprovalRecords } from './records.ts'
import { answering, DECIDING, SIGNED, SIGNING } from './refusal.ts'
import { makeSettle } from './settle.ts'
import * as store from './store.ts'
import { callOf, viewRequest } from './view.ts'

export interface ApprovalDeps {
  db: Db
  log: FastifyBaseLogger
  push: Pick<Push, 'emit'>
  leases: Leases
  custody: Custody
  wallets: Wallets
  transactions: Transactions
  records: ApprovalRecords
}

interface Signature {
  nonce: string
  signature: string
  timestamp: number
}

const ROUND_MS = 5_000
/** Of one call to custody. */
const STATES_AT_ONCE = 500
const SETTLED = 'This transaction is already settled'

export const makeApprovals = (deps: ApprovalDeps) => {
  const { db, log, custody, wallets, transactions, records } = deps
  const settle = makeSettle(deps)
  const carrying = makeUnderway()
  let job: Job | undefined

  /** His newest part, where he guards the wallet a second time. */
  const mine = async (userId: string, txId: string): Promise<store.Request> => {
    const requests = await store.ofGuardian(db, userId, txId)
    const request = requests.find(({ approver }) => approver.status === 'confirmed') ?? requests.at(-1)
    if (!request) throw notFound('This transaction does not exist')
    return request
  }

  const open = async (userId: string, txId: string): Promise<store.Request> => {
    const request = await mine(userId, txId)
    if (request.approver.status !== 'confirmed') throw forbidden('You do not guard this wallet any more')
    if (request.transaction.status !== 'pending-approval') throw conflict(SETTLED)
    if (request.approval.status === 'skipped') throw conflict(SETTLED)
    if (request.approval.status !== 'pending') throw conflict('You have already decided')
    return request
  }

  const carry = (id: string): void => {
    carrying.add(
      transactions
        .carry(id)
        .catch((error: unknown) =>
          log.error({ err: error, transactionId: id }, 'A send could not be carried on'),
        ),
    )
  }

  /** As custody knows them; what it does not know is shown to nobody. */
  const viewsOf = async (requests: readonly store.Request[]): Promise<ApprovalRequest[]> => {
    const of = new Map(
      requests.map(({ send: { walletId, transactionId: txId } }) => [txId, { walletId, txId }]),
    )
    const states = new Map<string, ApprovalState>()
    const asked = [...of.values()]
    for (let at = 0; at < asked.length; at += STATES_AT_ONCE) {
      const found = await custody.approvalStates({ of: asked.slice(at, at + STATES_AT_ONCE) })
      for (const state of found) states.set(state.txId, state)
    }
    const known = requests.flatMap((request) => {
      const state = states.get(request.transaction.id)
      return state ? [{ request, state }] : []
    })
    await records.words.load(known.flatMap(({ request, state }) => callOf(request, state)))
    return known.flatMap(({ request, state }) => viewRequest(request, state, records.words) ?? [])
  }

  /** After custody took a decision: writes it down and sends, when it was the last one needed. */
  const decided = async (
    userId: string,
    { send: { transactionId: id }, approval }: store.Request,
  ): Promise<ApprovalRequest> => {
    if (await settle(id)) carry(id)
    return atRevision(db, { userId, list: 'approval' }, approval.id, async () => {
      const now = (await store.ofGuardian(db, userId, id)).find(
        (request) => request.approval.id === approval.id,
      )
      const [view] = now ? await viewsOf([now]) : []
      if (!view || view.status === 'skipped') throw conflict(SETTLED)
      return { ...view, note: (await records.read(db, [id])).get(id)?.note }
    })
  }

  /** After other people guard the wallet, or by other rules. */
  const settleWallet = async (walletId: string): Promise<void> => {
    for (const { id } of await transactions.waiting(db, { walletId })) {
      if (await settle(id)) carry(id)
    }
  }

  /** Everything that waits: what was interrupted, what time alone has freed, what waits for fees. */
  const resume = async (): Promise<void> => {
    for (const { id } of await transactions.waiting(db, {})) {
      try {
        if (!(await store.findProposal(db, id))) await transactions.ask(id)
        else if (await settle(id)) carry(id)
      } catch (error) {
        if (!(error instanceof AppError)) {
          log.error({ err: error, transactionId: id }, 'A waiting transaction could not be settled yet')
        }
      }
    }
  }

  return {
    settleWallet,
    resume,

    async read(userId: string, query: Reading): Promise<List<ApprovalRequest>> {
      if (isPaged(query)) {
        checkAlone(query)
        return page(await this.list(userId), query)
      }
      return readList(db, { userId, list: 'approval' }, query.since, async (ids) => {
        // What waits follows custody's word, which comes without an event, too.
        const items = ids
          ? await viewsOf(await store.someOfGuardian(db, userId, ids))
          : await this.list(userId)
        return { items, total: ids ? await store.countOfGuardian(db, userId) : items.length }
      })
    },

    list: async (userId: string): Promise<ApprovalRequest[]> => viewsOf(await store.ofGuardian(db, userId)),

    async message({ id, grant }: Caller, txId: string): Promise<SignatureMessage> {
      const { send, approver } = await open(id, txId)
      const { walletId } = send
      return answering(custody.issueApproval({ grant, walletId, txId, guardianId: approver.id }), DECIDING)
    },

    async sign(
      { id: userId, grant }: Caller,
      txId: string,
      {
        walletId: signerWalletId,
        ...text
      }: Omit<Signature, 'signature'> & { message: string; walletId: string },
    ): Promise<{ signature: string }> {
      const { send, approver } = await open(userId, txId)
      const signer = await wallets.find(signerWalletId)
      const address = signer?.accounts.find(({ network }) => network === 'evm')?.address
      if (signer?.userId !== userId || address !== approver.address) {
        throw forbidden('Sign with the wallet that you accepted the invite with')
      }
      const { walletId } = send
      return answering(
        custody.signIssued({ grant, walletId, recordId: txId, signerWalletId, ...text }),
        SIGNING,
      )
    },

    async approve({ id, grant }: Caller, txId: string, signature: Signature): Promise<ApprovalRequest> {
      const request = await open(id, txId)
      const { walletId } = request.send
      const guardianId = request.approver.id
      await answering(custody.approve({ grant, walletId, txId, guardianId, ...signature }), SIGNED)
      return decided(id, request)
    },

    async reject({ id, grant }: Caller, txId: string, reason: string): Promise<ApprovalRequest> {
      const request = await open(id, txId)
      const { walletId } = request.send
      await answering(
        custody.decline({ grant, walletId, txId, guardianId: request.approver.id, reason }),
        DECIDING,
      )
      return decided(id, request)
    },

    async start(): Promise<void> {
      await resume()
      job = startJob(deps, 'approvals', ROUND_MS, resume)
    },

    idle: carrying.idle,

    async stop(): Promise<void> {
      await job?.stop()
      await carrying.idle()
    },
  }
}

export type ApprovalFlow = ReturnType<typeof makeApprovals>
