import type { ApprovalRequest } from '#contract/approval.ts'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { type Notice, noticeTag } from '#contract/notice.ts'
import type { PushData, PushName } from '#contract/push.ts'
import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { shortAddress } from './address.ts'
import { exactAmount } from './amount.ts'
import { requestKind } from './dapp.ts'
import type { SAYINGS } from './sayings.ts'

/** An event without its envelope. */
export type Said = { [N in PushName]: { name: N; data: PushData<N> } }[PushName]

const ANSWER = 'Click here to confirm or cancel it.'
/** What is said of an item that cannot be read now. */
export const UNREAD = 'Something waits for you.'

/** Kept with the words of notices: how a number is shown. */
export const SAMPLE = '0.5'

/** All that notices say, with holes as in sayings.ts. */
export const NOTICE_SAYINGS = [
  'wants to connect',
  'New personal sign request',
  'New send transaction request',
  ANSWER,
  'New transaction approval',
  'Click here to approve or decline it.',
  'Money received',
  'Approved, sending',
  'Approved, sent',
  'Declined by {text}',
  'Higher fee declined by {text}',
  '{text} · To {who}',
  '{text} · From {who}',
  UNREAD,
] as const satisfies (typeof SAYINGS)[number][]

/** Nothing else is said, so that another language has all of it. */
const phrase = (saying: (typeof NOTICE_SAYINGS)[number], ...holes: string[]): string =>
  saying.replace(/\{\w+\}/g, () => holes.shift() ?? '')

/** The address that leads to the dialog of a session, request or transaction. */
export const itemLink = (
  tab: 'dapps' | 'requests' | 'activity',
  { id, walletId }: { id: string; walletId: string },
) => `/wallets?tab=${tab}&wallet=${encodeURIComponent(walletId)}&item=${encodeURIComponent(id)}`

/** Undefined when the proposal is answered. */
export const proposalNotice = (session: WcSession): Notice | undefined => {
  if (session.status !== 'pending-approval') return undefined
  const { id, proposerMeta } = session
  return {
    kind: 'proposal',
    id,
    title: proposerMeta.name,
    body: phrase('wants to connect'),
    link: itemLink('dapps', session),
  }
}

/** Undefined when the request is answered, and for methods that are not available. */
export const requestNotice = (request: WcRequest): Notice | undefined => {
  const kind = request.status === 'pending' ? requestKind(request) : undefined
  if (!kind) return undefined
  const title = phrase(
    kind === 'personal-sign' ? 'New personal sign request' : 'New send transaction request',
  )
  return { kind, id: request.id, title, body: phrase(ANSWER), link: itemLink('requests', request) }
}

/** Undefined when the guardian's answer is not needed any more. */
export const approvalNotice = ({ id, status }: Pick<ApprovalRequest, 'id' | 'status'>): Notice | undefined =>
  status === 'pending'
    ? {
        kind: 'approval',
        id,
        title: phrase('New transaction approval'),
        body: phrase('Click here to approve or decline it.'),
        link: `/guardian-hub?filter=approvals&item=${encodeURIComponent(id)}`,
      }
    : undefined

const activityNotice = (
  kind: Notice['kind'],
  transaction: Transaction,
  walletId: string,
  title: string,
): Notice => {
  const { id, amount, assetDecimals, assetSymbol, assetTokenId } = transaction
  const what = exactAmount(amount, assetDecimals, assetSymbol, assetTokenId)
  const isIn = kind === 'received'
  const whom = isIn ? transaction.sender : transaction.recipient
  return {
    kind,
    id,
    title,
    body: whom ? phrase(isIn ? '{text} · From {who}' : '{text} · To {who}', what, shortAddress(whom)) : what,
    link: itemLink('activity', { id, walletId }),
  }
}

/** Who said no last; undefined when nobody did. */
export const decliner = (approval: ApprovalState | null | undefined): string | undefined =>
  approval?.guardians
    .filter(({ decision }) => decision === 'rejected')
    .sort((a, b) => (b.decidedAt ?? '').localeCompare(a.decidedAt ?? ''))[0]?.email

/** What has become of a transaction, as its reader's wallets see it; undefined for what is nothing to tell. */
export const transactionNotice = (transaction: Transaction): Notice | undefined => {
  const { status, approval, accountTxs } = transaction
  const [from, to] = ['outcome', 'income'].map((way) => accountTxs.find(({ direction }) => direction === way))
  // What one moves between own wallets is no news.
  if (to && !from && status === 'success')
    return activityNotice('received', transaction, to.walletId, phrase('Money received'))
  if (!from || !approval) return undefined
  if (status === 'broadcasting') {
    const by = transaction.raiseRefused?.by
    return by
      ? activityNotice('declined', transaction, from.walletId, phrase('Higher fee declined by {text}', by))
      : activityNotice('approved', transaction, from.walletId, phrase('Approved, sending'))
  }
  const who = status === 'rejected' ? decliner(approval) : undefined
  return who === undefined
    ? undefined
    : activityNotice('declined', transaction, from.walletId, phrase('Declined by {text}', who))
}

/** What a push tells of a transaction: one that comes late finds it sent. */
export const pushedNotice = (kind: Notice['kind'], transaction: Transaction): Notice | undefined => {
  const { status, approval, accountTxs } = transaction
  const from = accountTxs.find(({ direction }) => direction === 'outcome')
  return kind === 'approved' && status === 'success' && approval && from
    ? activityNotice(kind, transaction, from.walletId, phrase('Approved, sent'))
    : transactionNotice(transaction)
}

/** What an event tells somebody who does not look; undefined for everything that can wait. */
export const noticeOf = (event: Said): Notice | undefined => {
  switch (event.name) {
    case 'transaction:created':
    case 'transaction:updated':
      return transactionNotice(event.data)
    case 'wc-session:proposal':
      return proposalNotice(event.data)
    case 'wc-session:request':
      return requestNotice(event.data)
    case 'transaction-approver:created':
      return approvalNotice(event.data)
    default:
      return undefined
  }
}

/** The tags of notices that an event makes pointless: what they ask has been answered. */
export const settledTags = (event: Said): string[] => {
  switch (event.name) {
    case 'wc-session:started':
    case 'wc-session:closed':
      return [noticeTag({ kind: 'proposal', id: event.data.id })]
    case 'wc-session:request-result':
      return [
        noticeTag({ kind: 'personal-sign', id: event.data.id }),
        noticeTag({ kind: 'send-transaction', id: event.data.id }),
      ]
    case 'transaction-approver:updated':
      return event.data.status === 'pending' ? [] : [noticeTag({ kind: 'approval', id: event.data.id })]
    default:
      return []
  }
}
