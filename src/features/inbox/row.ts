import type { ApprovalRequest } from '#contract/approval.ts'
import type { Invite } from '#contract/guardian.ts'
import { exactText, unitText } from '#domain/amount.ts'
import { nativeSymbol } from '#domain/chain.ts'
import { hostOf } from '#domain/dapp.ts'
import { dayText } from '#domain/date.ts'
import { approvalFacts, type Coin, sumText } from '#domain/facts.ts'
import { type Asked, endsAt } from '#domain/inbox.ts'
import { shown } from '#domain/notation.ts'
import type { TokenIndex } from '#domain/portfolio.ts'
import { sendTransaction } from '#domain/request.ts'
import { proposalModal, requestModal } from '#state/apply.ts'
import type { Modal } from '#state/modals.ts'
import { sessionIcon } from '#state/review.ts'
import { inboxText } from '#text/inbox.ts'

/** One thing that waits, and where its decision is made: in a dialog over a wallet, or on a page. */
export interface InboxRow {
  id: string
  icon: { coin: Coin } | { app: string | undefined } | 'invite'
  title: string
  /** What a request would send, after its title. */
  amount?: string | undefined
  /** Who asks, and of which wallet. */
  who: string[]
  ends: string | null | undefined
  opens: { modal: Modal; walletId: string } | { path: string; sought: string | undefined }
}

export const approvalRow = (approval: ApprovalRequest, tokens: TokenIndex): InboxRow => {
  const { coin, moved, walletName, ceilingBefore } = approvalFacts(approval, tokens)
  return {
    id: approval.id,
    icon: { coin },
    title: sumText(moved),
    who: [...(ceilingBefore ? [inboxText.speedUp] : []), approval.initiator, walletName],
    ends: approval.expiresAt,
    opens: { path: '/guardian-hub?filter=approvals', sought: approval.id },
  }
}

/** `0.25 RBNT`; what moves no coins, or can't be read, is told by its dialog. */
const requestAmount = ({ item }: Extract<Asked, { kind: 'request' }>): string | undefined => {
  if (item.method === 'personal_sign') return undefined
  const sent = sendTransaction(item.params)
  const symbol = nativeSymbol(item.blockchain)
  if (!sent || !symbol || sent.value === '0') return undefined
  return `${shown(exactText(sent.value))} ${unitText(symbol)}`
}

const requestTitle = ({ item }: Extract<Asked, { kind: 'request' }>): string =>
  item.method === 'personal_sign' ? inboxText.sign : inboxText.send

export const dappRow = (asked: Asked, walletName: string): InboxRow | undefined => {
  const { item, session } = asked
  const meta = session?.proposerMeta
  const modal = asked.kind === 'proposal' ? proposalModal(asked.item) : requestModal(asked.item)
  if (!modal) return undefined
  const isProposal = asked.kind === 'proposal'
  return {
    id: item.id,
    icon: { app: session && sessionIcon(session) },
    title: isProposal ? inboxText.connects(meta?.name ?? '') : requestTitle(asked),
    amount: isProposal ? undefined : requestAmount(asked),
    who: [isProposal ? hostOf(meta?.url ?? '') : (meta?.name ?? ''), walletName].filter(Boolean),
    ends: item.expiresAt,
    opens: { modal, walletId: item.walletId },
  }
}

export const inviteRow = ({ id, userEmail, walletName, expiresAt }: Invite): InboxRow => ({
  id,
  icon: 'invite',
  title: inboxText.inviteFrom(userEmail),
  who: [walletName ? inboxText.becomeOf(walletName) : inboxText.become],
  ends: expiresAt,
  opens: { path: '/guardian-hub?filter=invites', sought: undefined },
})

/** `4 min left`, and whether that is soon; `Expires 4 Dec` */
export const endsText = (at: string, now: number): { text: string; isSoon: boolean } => {
  const ends = endsAt(at, now)
  if ('day' in ends) return { text: inboxText.expires(dayText(ends.day)), isSoon: false }
  return { text: inboxText.left(ends.minutes), isSoon: ends.isSoon }
}
