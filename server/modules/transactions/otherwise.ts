import { SENT_OTHERWISE } from '#domain/drawn.ts'
import { inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/error.ts'
import type { TransactionDeps } from './deps.ts'

/**
 * Shows an owner as it is what he was shown otherwise: where a send of it was refused for that, its token is named by its
 * contract again. Never fails: what was refused stays refused.
 */
export const showAsIs = async (
  deps: TransactionDeps,
  userId: string,
  { walletId, assetId }: { walletId: string; assetId: string },
  refusal: unknown,
): Promise<void> => {
  if (!(refusal instanceof AppError) || refusal.message !== SENT_OTHERWISE) return
  const { assets, chains, tokens, log } = deps
  try {
    const asset = await assets.find(walletId, assetId)
    const chain = asset && chains.get(asset.blockchain)
    if (!chain) return
    await tokens.correct(chain, asset.tokenId)
    await inTransaction(deps, (tx, emit) => assets.tellAgain(tx, emit, userId, assetId))
  } catch (error) {
    log.warn({ err: error, walletId, assetId }, 'An asset could not be shown as it is')
  }
}
