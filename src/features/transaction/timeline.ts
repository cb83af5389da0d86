import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { chainName, isBitcoin } from '#domain/chain.ts'
import { clockText, nearText } from '#domain/date.ts'
import { worded } from '#text/catalogue.ts'
import { transactionText } from '#text/transaction.ts'

const text = transactionText.decision

/** half: the owner has signed. whole: it is sent. open: still to come, or not needed. */
export type Mark = 'half' | 'whole' | 'yes' | 'no' | 'open'

export interface TimelineRow {
  mark: Mark
  /** Who, or what. */
  title: string
  /** What became of it, and when. */
  says: string
  tone?: 'ok' | 'bad' | 'warn'
  /** In his own words. */
  reason?: string | undefined
}

export interface TimelineFacts {
  /** `1 of 2 approved`; undefined where nobody had to be asked. */
  head: string | undefined
  /** `Expires 4 Dec, 14:02`, as long as that can happen. */
  expires: string | undefined
  /** Why it waits. */
  note: string | undefined
  rows: readonly TimelineRow[]
}

type Guardian = ApprovalState['guardians'][number]

/** `1 of 2 approved`, by those rules that bind and lack the most. */
export const headOf = ({
  lacks,
  ...asked
}: Pick<ApprovalState, 'approved' | 'required' | 'lacks'>): string => {
  const { approved, required } = lacks ?? asked
  return transactionText.approved(approved, required)
}

/** A guardian who declined, and why if he said. */
export const declinedRow = (
  title: string,
  { decidedAt, reason }: { decidedAt?: string | null | undefined; reason?: string | null | undefined },
): TimelineRow => ({
  ...{ mark: 'no', title, tone: 'bad' },
  says: `${text.rejected}${decidedAt ? ` ${clockText(decidedAt)}` : ''}`,
  reason: reason ? transactionText.reason(reason) : undefined,
})

/** `Approved 2:05 PM`, `Waiting`, or why the guardian has no part in it. */
const guardianRow = ({ email, decision, decidedAt, counts, reason }: Guardian): TimelineRow => {
  if (!counts) return { mark: 'open', title: email, says: text.removed }
  const at = decidedAt ? ` ${clockText(decidedAt)}` : ''
  if (decision === 'approved') return { mark: 'yes', title: email, says: `${text.approved}${at}`, tone: 'ok' }
  if (decision === 'rejected') return declinedRow(email, { decidedAt, reason })
  return { mark: 'open', title: email, says: decision === 'pending' ? text.waiting : text.notNeeded }
}

type Told = Pick<
  Transaction,
  'status' | 'createdAt' | 'finishedAt' | 'blockNumber' | 'blockchain' | 'approval' | 'kind' | 'rejectReason'
>

/** Who has signed a transaction of one's own, and how far it is; undefined of what others have sent. */
export const ownTimeline = (transaction: Told): TimelineFacts | undefined => {
  const { status, createdAt, approval, kind, rejectReason } = transaction
  const signed: TimelineRow = { mark: 'half', title: transactionText.youSigned, says: nearText(createdAt) }
  const network = networkRow(transaction)
  if (!approval) {
    const isTold = kind != null && network.length > 0
    return isTold
      ? { head: undefined, expires: undefined, note: undefined, rows: [signed, ...network] }
      : undefined
  }
  return {
    head: headOf(approval),
    expires:
      status === 'pending-approval' ? transactionText.expires(nearText(approval.expiresAt)) : undefined,
    note: approval.note ? worded(approval.note) : undefined,
    // The reason by which it ended stands with the facts.
    rows: [
      signed,
      ...approval.guardians.map(({ reason, ...guardian }) =>
        guardianRow({ ...guardian, reason: reason === rejectReason ? undefined : reason }),
      ),
      ...network,
    ],
  }
}

/** Who has approved a higher fee of what hangs. */
export const feeTimeline = ({ approval }: NonNullable<Transaction['raise']>): TimelineFacts => ({
  head: headOf(approval),
  expires: transactionText.expires(nearText(approval.expiresAt)),
  note: approval.note ? worded(approval.note) : undefined,
  rows: approval.guardians.map(guardianRow),
})

const networkRow = ({ status, blockchain, blockNumber, finishedAt }: Told): TimelineRow[] => {
  if (status === 'success') {
    const block = blockNumber == null ? [] : [transactionText.inBlock(blockNumber.toString())]
    const at = finishedAt ? [clockText(finishedAt)] : []
    return [{ mark: 'whole', title: transactionText.sent, says: [...block, ...at].join(' · ') }]
  }
  if (status !== 'broadcasting') return []
  // How deep it is in the chain of Bitcoin stands with the other facts.
  const says = isBitcoin(blockchain) ? '' : transactionText.soon
  return [{ mark: 'open', title: chainName(blockchain), says }]
}
