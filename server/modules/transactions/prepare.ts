import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { chainName, isBitcoin } from '#domain/chain.ts'
import { AppError, conflict, invalid, notFound, unavailable } from '#server/error.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import type { TransactionDeps } from './deps.ts'
import type { Families } from './families.ts'
import type { Family, Order } from './family.ts'

export type Draft = Pick<TransactionDraft, 'amount' | 'assetId' | 'recipient'>

export const NOT_VERIFIED = 'Complete identity verification first'

/** Who may send at all. */
export const checkWallet = (wallet: WalletRow): void => {
  if (wallet.status !== 'active')
    throw conflict(`This wallet is ${wallet.status}. Only an active one can send.`)
  if (!wallet.kycCompleted) throw new AppError('KycRequiredError', NOT_VERIFIED)
}

/** Each family has a call of its own. */
const OTHER_CALL = {
  evm: 'This is a Bitcoin asset. Send it with transactions/send.',
  bitcoin: 'This is not a Bitcoin asset. Send it with transactions/send-evm.',
} as const satisfies Record<Family['chain']['family'], string>

/** What a draft means, and who carries it out. */
export const readOrder = async (
  { assets, tokens }: Pick<TransactionDeps, 'assets' | 'tokens'>,
  families: Families,
  kind: keyof typeof OTHER_CALL,
  wallet: WalletRow,
  draft: Draft,
): Promise<{ order: Order; family: Family }> => {
  const asset = await assets.find(wallet.id, draft.assetId)
  const token = asset && (await tokens.find(asset.tokenId))
  if (!asset || !token) throw notFound('This asset is not in this wallet')
  const { blockchain } = token
  if (isBitcoin(blockchain) !== (kind === 'bitcoin')) throw invalid(OTHER_CALL[kind])
  const family = families.get(blockchain)
  if (!family) throw unavailable(`${chainName(blockchain)} is not connected here`)
  const { item } = asset
  return {
    family,
    order: { wallet, token, item, recipient: draft.recipient, amount: BigInt(draft.amount) },
  }
}
