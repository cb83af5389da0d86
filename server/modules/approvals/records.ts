import { randomUUID } from 'node:crypto'
import type { ApprovalState as OwnersView } from '#contract/transaction.ts'
import { approvalNotice } from '#domain/notice.ts'
import { acquaintance } from '#domain/sendwarning.ts'
import type { ApprovalState, IsSigned } from '#server/custody/custody.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Clock, Deps } from '#server/deps.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { Writing } from '#server/mail/write.ts'
import type { Approvals } from '#server/modules/transactions/approvals.ts'
import { earlierRecipients } from '#server/modules/transactions/recipient.ts'
import { waitingLetter } from './letters.ts'
import type { ProposalRow } from './store.ts'
import * as store from './store.ts'
import { decisionOf, viewRequest, viewState } from './view.ts'
import { makeTokenWords } from './words.ts'

export interface ApprovalRecordDeps extends Pick<Deps, 'chains' | 'log'> {
  clock: Clock
  outbox: Outbox
  /** Origin of links in mails. */
  linkBase(): string
  /** What tells custody's signatures from others. */
  isSigned: IsSigned
}

const isSame = (a: ProposalRow['lacks'], b: ProposalRow['lacks']): boolean =>
  a?.required === b?.required && a?.approved === b?.approved

/** Keeps in the database what custody knows of approvals, for lists and events. */
export const makeApprovalRecords = ({ clock, outbox, linkBase, isSigned, ...deps }: ApprovalRecordDeps) => {
  const words = makeTokenWords(deps)

  /** To those who are asked for the first time: whoever guards the wallet anew was told of what waits before. */
  const lettersFor = (
    requests: readonly store.Request[],
    created: ReadonlySet<string>,
    state: ApprovalState,
  ): Writing[] => {
    const told = new Set(
      requests.flatMap(({ approver }) => (created.has(approver.id) ? [] : approver.emailKey)),
    )
    return requests.flatMap((request) => {
      const { approver } = request
      const view = viewRequest(request, state, words)
      const notice = view && approvalNotice(view)
      if (!notice || !created.has(approver.id) || told.has(approver.emailKey)) return []
      const { initiator: owner, walletName, expiresAt } = view
      return waitingLetter({
        ...{ to: approver.email, owner, walletName, expiresAt },
        link: `${linkBase()}${notice.link}`,
      })
    })
  }

  /** Writes custody's state down and tells every guardian concerned. True when something changed. */
  const keep = async (
    tx: Tx,
    emit: Emit,
    id: string,
    state: ApprovalState,
    asking: boolean,
  ): Promise<boolean> => {
    const proposal = await store.findProposal(tx, id)
    if (!proposal) return false
    const rows = new Map((await store.approvalsOf(tx, id)).map((row) => [row.approverId, row]))
    const created = new Set<string>()
    const updated = new Set<string>()
    let declined = false
    for (const guardian of state.guardians) {
      const { counts } = guardian
      const status = decisionOf(guardian, asking)
      const decidedAt = guardian.decidedAt === undefined ? null : new Date(guardian.decidedAt)
      const { reason = null, signature = null } = guardian.declined ?? {}
      const decided = { status, counts, decidedAt, reason, signature }
      const row = rows.get(guardian.id)
      if (!row) {
        if (status === 'skipped') continue
        created.add(guardian.id)
        await store.insert(tx, {
          id: randomUUID(),
          transactionId: id,
          approverId: guardian.id,
          ...decided,
          createdAt: clock.now(),
        })
      } else if (
        row.status !== status ||
        row.counts !== counts ||
        row.signature !== signature ||
        row.reason !== reason
      ) {
        updated.add(guardian.id)
        declined ||= signature !== null
        await store.update(tx, row.id, decided)
      }
      rows.delete(guardian.id)
    }
    // Named by no version that binds any more.
    for (const row of rows.values()) {
      if (row.status !== 'pending' && !row.counts) continue
      updated.add(row.approverId)
      await store.update(tx, row.id, {
        counts: false,
        ...(row.status === 'pending' && { status: 'skipped' }),
      })
    }
    const { approved, lacks = null } = state
    const counted = proposal.approved !== approved || !isSame(proposal.lacks, lacks)
    if (counted) await store.setProgress(tx, id, { approved, lacks })
    if (!counted && created.size + updated.size === 0) return false
    const requests = await store.ofTransactions(tx, [id])
    await outbox.add(tx, lettersFor(requests, created, state))
    for (const request of requests) {
      const { approval, approver, guardianId } = request
      const view = viewRequest(request, state, words)
      if (!guardianId || !view) continue
      if (created.has(approver.id)) emit(guardianId, 'transaction-approver:created', view)
      else if (updated.has(approver.id) || ((counted || declined) && approval.counts))
        emit(guardianId, 'transaction-approver:updated', view)
    }
    return true
  }

  const transactionsSide: Approvals = {
    async read(on, ids) {
      const views = new Map<string, OwnersView>()
      const requests = await store.ofTransactions(on, ids)
      for (const id of ids) {
        const view = viewState(
          requests.filter(({ transaction }) => transaction.id === id),
          isSigned,
        )
        if (view) views.set(id, view)
      }
      return views
    },

    async opened(tx, emit, id, state, almostAll = false) {
      const transaction = await store.lockWaiting(tx, id)
      const send = await store.sendOf(tx, id)
      if (!transaction || !send || (await store.findProposal(tx, id))) return
      const { policyVersion = 0, required } = state
      const { recipient } = transaction
      const met =
        recipient === null
          ? undefined
          : acquaintance(recipient, await earlierRecipients(tx, send.walletId, [id, send.raises ?? id]))
      await store.insertProposal(tx, {
        transactionId: id,
        policyVersion,
        required,
        approved: 0,
        lacks: null,
        recipientKnown: met?.known ?? true,
        lookalikeOf: met?.lookalikeOf ?? null,
        almostAll,
        createdAt: clock.now(),
      })
      await keep(tx, emit, id, state, true)
    },

    asked: outbox.sendNow,
    meet: (call) => words.load([call]),

    async ended(tx, emit, id, state) {
      await keep(tx, emit, id, state, false)
    },
  }

  return { ...transactionsSide, keep, words }
}

export type ApprovalRecords = ReturnType<typeof makeApprovalRecords>
