import type { ApprovalRequest } from '#contract/approval.ts'
import type { ApprovalState } from '#contract/transaction.ts'
import { describeCall } from '#domain/call.ts'
import { nativeSymbol } from '#domain/chain.ts'
import { recipientHints } from '#domain/sendwarning.ts'
import { contractAddress } from '#server/modules/tokens/service.ts'
import type { Request } from './store.ts'

const callOf = ({ send, transaction, tokenOf }: Request): ApprovalRequest['call'] => {
  if (send.action === 'send') return undefined
  const coin = nativeSymbol(transaction.blockchain)?.toUpperCase() ?? ''
  return describeCall(send.data, send.target ?? '', { tokenOf, guarded: true, coin })
}

const hintsOf = ({ transaction: { sender, recipient }, send, token, proposal }: Request) =>
  recipient === null
    ? []
    : recipientHints({
        recipient,
        contract: send.action === 'send' ? token.contract : undefined,
        own: [sender],
        known: proposal.recipientKnown,
        lookalikeOf: proposal.lookalikeOf ?? undefined,
      })

/** As the guardian gets it: enough to decide, and nothing else of the wallet. */
export const viewRequest = (request: Request): ApprovalRequest => {
  const { approval, approver, proposal, transaction, send, token, initiator } = request
  return {
    id: approval.id,
    txId: transaction.id,
    status: approval.status,
    decidedAt: approval.decidedAt?.toISOString(),
    amount: transaction.amount,
    assetSymbol: token.symbol,
    assetAddress: contractAddress(token),
    assetTokenId: transaction.item || undefined,
    assetDecimals: token.type === 'ERC721' ? 0 : token.decimals,
    sender: transaction.sender,
    recipient: transaction.recipient,
    description: transaction.description,
    initiator,
    approverWalletAddress: approver.address ?? '',
    walletName: send.walletName,
    blockchain: transaction.blockchain,
    kind: send.action,
    feeCeiling: send.feeCeiling,
    feeSymbol: nativeSymbol(transaction.blockchain)?.toUpperCase(),
    expiresAt: send.expiresAt.toISOString(),
    required: proposal.required,
    approved: proposal.approved,
    policyVersion: proposal.policyVersion,
    recipientKnown: proposal.recipientKnown,
    lookalikeOf: proposal.lookalikeOf,
    recipientHints: hintsOf(request),
    call: callOf(request),
  }
}

const EARLIER_RULES = 'Guardians were changed. Until the change starts the earlier rules have to be met, too.'

/** As the owner gets it, from all requests of one transaction. */
export const viewState = (requests: readonly Request[]): ApprovalState | undefined => {
  const [first] = requests
  if (!first) return undefined
  const { required, approved } = first.proposal
  const isAsking = requests.some(({ approval }) => approval.status === 'pending')
  return {
    required,
    approved,
    note: isAsking && approved >= required ? EARLIER_RULES : undefined,
    expiresAt: first.send.expiresAt.toISOString(),
    guardians: requests.map(({ approval, approver }) => ({
      email: approver.email,
      decision: approval.status,
      decidedAt: approval.decidedAt?.toISOString(),
      counts: approval.counts,
      why: approval.counts ? undefined : 'removed',
    })),
  }
}
