import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import type { ApprovalState, Transaction } from '#contract/transaction.ts'
import { isBitcoin } from '#domain/chain.ts'
import { contractAddress } from '#server/modules/tokens/service.ts'
import { EXPIRED, GUARDIAN_REMOVED } from './outbox.ts'
import type { Entry, LegRow } from './store.ts'

const OWN_WORDS: readonly string[] = [EXPIRED, GUARDIAN_REMOVED, DEFAULT_REJECT_REASON]

/** Why guardians did not approve: in their words only where custody signed them. A row alone proves nothing. */
export const refusalOf = (reason: string | null, approval: ApprovalState | undefined): string | null =>
  reason !== null &&
  (OWN_WORDS.includes(reason) || approval?.guardians.some((guardian) => guardian.reason === reason))
    ? reason
    : null

/** Whether each further block says more of it. */
export const isCounted = ({ blockchain, status, blockNumber }: Entry['transaction']): boolean =>
  isBitcoin(blockchain) && status === 'broadcasting' && blockNumber !== null

/**
 * The transaction as one user gets it: only his own wallets' part, and what belongs to the sending wallet's owner
 * only when that is him.
 */
export const viewTransaction = (
  { transaction, token, send, attempts }: Entry,
  legs: readonly LegRow[],
  {
    approval,
    raise,
    raiseRefused,
    most,
  }: { approval?: ApprovalState | undefined; most?: string | undefined } & Pick<
    Transaction,
    'raise' | 'raiseRefused'
  > = {},
  /** The last block that was read of its chain. */
  head?: number,
): Transaction => {
  const owner = !send || legs.some(({ walletId }) => walletId === send.walletId)
  const paid = legs.some(({ direction }) => direction === 'outcome') || (send !== null && owner)
  const income = legs.every(({ direction }) => direction === 'income')
  const rejectReason =
    transaction.status === 'rejected'
      ? refusalOf(transaction.rejectReason, approval)
      : transaction.rejectReason
  const isUnderWay = transaction.status === 'pending-approval' || transaction.status === 'broadcasting'
  // What cancels it on its network may cost more.
  const ceiling = attempts?.some(({ cancels }) => cancels) ? most : send?.feeCeiling
  return {
    id: transaction.id,
    hash: transaction.hash,
    txid: isBitcoin(transaction.blockchain) ? transaction.hash : undefined,
    blockNumber: transaction.blockNumber,
    confirmations: isCounted(transaction) && head ? head - (transaction.blockNumber ?? head) + 1 : undefined,
    logIndex: transaction.logIndex,
    recipient: transaction.recipient,
    sender: transaction.sender,
    amount: transaction.amount,
    amountInUsd: transaction.amountInUsd,
    fee: paid ? transaction.fee : undefined,
    feeInUSD: paid ? transaction.feeInUsd : undefined,
    feeCeiling: owner && isUnderWay && transaction.fee === null ? ceiling : undefined,
    direction: income ? 'income' : 'outcome',
    status: transaction.status,
    createdAt: transaction.createdAt.toISOString(),
    finishedAt: transaction.finishedAt?.toISOString(),
    description: owner ? transaction.description : '',
    kind: owner ? send?.action : undefined,
    assetDecimals: token.type === 'ERC721' ? 0 : token.decimals,
    assetSymbol: token.symbol,
    assetAddress: contractAddress(token) ?? null,
    assetTokenId: transaction.item || undefined,
    // Known once it is mined, true once that is final.
    rejectReason: owner && transaction.status !== 'broadcasting' ? rejectReason : undefined,
    note: owner && !approval ? (transaction.note ?? undefined) : undefined,
    approvalConsensus: owner ? transaction.approvalConsensus : undefined,
    blockchain: transaction.blockchain,
    attempts: owner ? (attempts ?? undefined) : undefined,
    inputs: transaction.inputs,
    outputs: transaction.outputs,
    accountTxs: legs.map(({ walletId, accountId, direction }) => ({ walletId, accountId, direction })),
    raise: owner ? raise : undefined,
    raiseRefused: owner ? raiseRefused : undefined,
    approval: owner ? approval && { ...approval, note: transaction.note ?? approval.note } : undefined,
  }
}
