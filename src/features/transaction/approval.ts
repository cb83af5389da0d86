import type { ApprovalRequest } from '#contract/approval.ts'
import { clockText, nearText } from '#domain/date.ts'
import { approvalFacts, sumText } from '#domain/facts.ts'
import { type Names, nameOf } from '#domain/names.ts'
import type { TokenIndex } from '#domain/portfolio.ts'
import { transactionText } from '#text/transaction.ts'
import { feeWords, type SheetFacts, type SheetState, underText } from './facts.ts'
import { declinedRow, headOf, type TimelineFacts, type TimelineRow } from './timeline.ts'

const text = transactionText.decision

/** What became of it after this guardian's part is not his to know. */
const STATES: Readonly<Record<ApprovalRequest['status'], SheetState>> = {
  pending: 'deciding',
  approved: 'done',
  rejected: 'rejected',
  skipped: 'done',
  unknown: 'done',
}

const ownRow = ({ status, decidedAt, reason }: ApprovalRequest): TimelineRow => {
  const at = decidedAt ? ` ${clockText(decidedAt)}` : ''
  const title = transactionText.you
  switch (status) {
    case 'pending':
      return { mark: 'open', title, says: transactionText.waitingForYou, tone: 'warn' }
    case 'approved':
      return { mark: 'yes', title, says: `${text.approved}${at}`, tone: 'ok' }
    case 'rejected':
      return declinedRow(title, { decidedAt, reason })
    case 'skipped':
    case 'unknown':
      return { mark: 'open', title, says: text.notNeeded }
  }
}

/** A guardian learns how many others have approved, and why others declined, never who they are. */
const timelineOf = (approval: ApprovalRequest): TimelineFacts => {
  const { status, initiator, expiresAt, note, declines } = approval
  return {
    head: headOf(approval),
    expires: status === 'pending' ? transactionText.expires(nearText(expiresAt)) : undefined,
    note: note || undefined,
    rows: [
      { mark: 'half', title: transactionText.signed(initiator), says: '' },
      ...(declines ?? []).map((decline) => declinedRow(transactionText.another, decline)),
      ownRow(approval),
    ],
  }
}

/** What a guardian decides about, or has decided. He never sees what the wallet holds. */
export const approvalSheet = (
  approval: ApprovalRequest,
  tokens: TokenIndex,
  /** What the guardian calls addresses; the owner's names are not his. */
  names: Names,
): SheetFacts => {
  const facts = approvalFacts(approval, tokens)
  const { moved, coin, item, network, sender, recipient, ceiling, walletName, description } = facts
  return {
    state: STATES[approval.status],
    badges: [],
    coin,
    headline: sumText(moved),
    under: underText(moved.usd, approval.initiator),
    ending: undefined,
    from: { address: sender, name: walletName, own: true },
    to: {
      address: recipient,
      name: nameOf(names, recipient)?.name,
      words: recipient && transactionText.notInBook,
      ends: true,
    },
    item,
    network,
    fee: ceiling && feeWords({ ceiling }),
    balance: undefined,
    // The description of a call is what a dApp calls itself.
    note: approval.kind === 'send' ? description : undefined,
    timeline: timelineOf(approval),
  }
}
