import { type Hex, keccak256 } from 'viem'
import type { ApprovalRequest } from '#contract/approval.ts'
import { BTC_DECIMALS, DEFAULT_REJECT_REASON, WEI_DECIMALS } from '#contract/limit.ts'
import type { Decision } from '#contract/status.ts'
import type { ApprovalState as OwnersView } from '#contract/transaction.ts'
import { describeCall } from '#domain/call.ts'
import { blockchainOf, nativeSymbol } from '#domain/chain.ts'
import { emailKey } from '#domain/email.ts'
import { recipientHints } from '#domain/sendwarning.ts'
import { type ApprovalState, declineText, type IsSigned, nameOf, symbolOf } from '#server/custody/custody.ts'
import { contractAddress } from '#server/modules/tokens/service.ts'
import type { Request } from './store.ts'
import type { TokenWords, Touching } from './words.ts'

export type Guardian = ApprovalState['guardians'][number]

const DECIDED = { approved: 'approved', declined: 'rejected' } as const

/** Approvals are missing and can still come. */
const isAsking = ({ status }: ApprovalState): boolean => status === 'waiting' || status === 'delayed'

export const decisionOf = ({ decision, counts }: Guardian, asking: boolean): Decision => {
  if (decision !== 'pending') return DECIDED[decision]
  return asking && counts ? 'pending' : 'skipped'
}

/** The reason that a guardian gave, if any. */
const given = (reason: string | undefined): string | undefined =>
  reason === DEFAULT_REJECT_REASON ? undefined : reason

/** The guardian whose part this row is, if custody has him under this address. */
export const guardianOf = (
  { approver }: Pick<Request, 'approver'>,
  state: ApprovalState,
): Guardian | undefined =>
  state.guardians.find(({ id, email }) => id === approver.id && emailKey(email) === approver.emailKey)

const OTHER_DATA = {
  ...{ data: '0x', bytes: 0, danger: true, caution: true },
  sentence: 'What this call does cannot be shown: its data are not here. Do not approve it.',
}

/** Calls about which somebody may still decide. */
export const callOf = ({ data }: Request, state: ApprovalState): Touching[] => {
  const { exact } = state
  if (!exact || exact.family === 'bitcoin' || exact.action !== 'call' || !isAsking(state)) return []
  const blockchain = blockchainOf(`eip155:${exact.chainId}`)
  return blockchain ? [{ blockchain, to: exact.to ?? '', data: data ?? '0x' }] : []
}

/**
 * What is to be signed, by the values that custody wrote down; rows only give calldata that have custody's hash, and as
 * long as somebody may decide the contracts' own words name what these move.
 */
const termsOf = (request: Request, state: ApprovalState, words: TokenWords) => {
  const { exact, terms } = state
  const { transaction, send, token } = request
  if (exact?.family === 'bitcoin')
    return {
      ...{ kind: exact.action, blockchain: `bitcoin:${exact.network}`, call: undefined, feeSymbol: 'BTC' },
      ...{ amount: exact.units, sender: exact.from, recipient: exact.recipient, assetSymbol: 'btc' },
      ...{ assetAddress: undefined, assetTokenId: undefined, assetDecimals: BTC_DECIMALS },
      ...{ feeCeiling: exact.feeCeiling, walletName: nameOf(terms), expiresAt: exact.expiresAt },
    }
  const data = request.data ?? '0x'
  const kind = exact?.action ?? send.action
  const blockchain = exact ? (blockchainOf(`eip155:${exact.chainId}`) ?? '') : transaction.blockchain
  const coin = nativeSymbol(blockchain)
  const tokenOf = (address: string) => {
    const row = request.tokenOf(address)
    return isAsking(state) ? words.of(blockchain, address, row) : row
  }
  const isOther = exact !== undefined && keccak256(data as Hex) !== exact.dataHash
  const call = () =>
    isOther
      ? OTHER_DATA
      : describeCall(data, (exact ? exact.to : send.target) ?? '', {
          ...{ tokenOf, guarded: true, coin: coin?.toUpperCase() ?? '' },
        })
  const shared = {
    ...{ kind, blockchain, call: kind === 'send' ? undefined : call() },
    feeSymbol: coin?.toUpperCase(),
  }
  if (!exact)
    return {
      ...shared,
      ...{ amount: transaction.amount, sender: transaction.sender, recipient: transaction.recipient },
      ...{ assetSymbol: token.symbol, assetAddress: contractAddress(token) },
      assetTokenId: transaction.item || undefined,
      assetDecimals: token.type === 'ERC721' ? 0 : token.decimals,
      ...{
        feeCeiling: send.feeCeiling,
        walletName: send.walletName,
        expiresAt: send.expiresAt.toISOString(),
      },
    }
  const { asset } = exact
  return {
    ...shared,
    ...{ amount: exact.units, sender: exact.from, recipient: exact.recipient },
    assetSymbol: asset ? symbolOf(terms) : (coin ?? ''),
    assetAddress: asset?.contract,
    assetTokenId: asset?.item ?? undefined,
    assetDecimals: asset ? asset.decimals : WEI_DECIMALS,
    ...{ feeCeiling: exact.feeCeiling, walletName: nameOf(terms), expiresAt: exact.expiresAt },
  }
}

/**
 * As the guardian gets it: enough to decide, and nothing else of the wallet. What is to be signed, who asks and who decided
 * is custody's word, whatever rows say; undefined where custody does not have him as a guardian.
 */
export const viewRequest = (
  request: Request,
  state: ApprovalState,
  words: TokenWords,
): ApprovalRequest | undefined => {
  const { approval, proposal, transaction, initiator } = request
  const guardian = guardianOf(request, state)
  if (!guardian || transaction.id !== state.txId) return undefined
  const { recipient, sender, ...terms } = termsOf(request, state, words)
  const { recipientKnown, lookalikeOf, almostAll } = proposal
  const declines = state.guardians.flatMap(({ id, counts, decidedAt, declined }) =>
    counts && declined && id !== guardian.id ? { decidedAt, reason: given(declined.reason) } : [],
  )
  return {
    id: approval.id,
    txId: transaction.id,
    status: decisionOf(guardian, isAsking(state)),
    decidedAt: guardian.decidedAt,
    reason: given(guardian.declined?.reason),
    declines: declines.length > 0 ? declines : undefined,
    ...terms,
    ...{ sender, recipient },
    /** An owner's own words, which guardians sign; a dApp says nothing that custody vouches for. */
    description: state.terms.note ?? '',
    initiator: state.owner ?? initiator,
    approverWalletAddress: guardian.address,
    ...{ required: state.required, approved: state.approved, policyVersion: state.policyVersion ?? 0 },
    lacks: isAsking(state) ? state.lacks : undefined,
    ...{ recipientKnown, lookalikeOf, almostAll: almostAll || undefined },
    raises: state.raises,
    recipientHints: recipient
      ? recipientHints({
          recipient,
          contract: terms.kind === 'send' ? terms.assetAddress : undefined,
          ...{ own: [sender], known: recipientKnown, lookalikeOf: lookalikeOf ?? undefined },
        })
      : [],
  }
}

const EARLIER_RULES =
  'Guardians or rules were changed since. Both the earlier rules and the new ones have to be met.'

/** Why a guardian declined, as custody signed it; a row alone proves nothing. */
const reasonOf = ({ approval, approver, send }: Request, isSigned: IsSigned): string | undefined => {
  const { reason, signature, decidedAt, status } = approval
  if (reason === null || signature === null || decidedAt === null || status !== 'rejected') return undefined
  const text = declineText({
    ...{ walletId: send.walletId, txId: approval.transactionId, guardianId: approver.id },
    ...{ email: approver.email, at: decidedAt.toISOString(), reason },
  })
  return isSigned(text, signature) ? given(reason) : undefined
}

/** As the owner gets it, from all requests of one transaction. */
export const viewState = (requests: readonly Request[], isSigned: IsSigned): OwnersView | undefined => {
  const [first] = requests
  if (!first) return undefined
  const { required, approved, lacks } = first.proposal
  const isAsking = requests.some(({ approval }) => approval.status === 'pending')
  return {
    required,
    approved,
    lacks: isAsking ? lacks : undefined,
    note: isAsking && approved >= required ? EARLIER_RULES : undefined,
    expiresAt: first.send.expiresAt.toISOString(),
    guardians: requests.map((request) => {
      const { approval, approver } = request
      return {
        email: approver.email,
        decision: approval.status,
        decidedAt: approval.decidedAt?.toISOString(),
        reason: reasonOf(request, isSigned),
        counts: approval.counts,
        why: approval.counts ? undefined : 'removed',
      }
    }),
  }
}
