import { isAlmostAll } from '#domain/almostall.ts'
import type { TransactionDeps } from './deps.ts'
import type { Parts } from './family.ts'

/** Whether this is nearly all that a wallet is worth, on all its networks, as far as was read of them. */
export const leavesNothing = async (
  { assets, tokens }: Pick<TransactionDeps, 'assets' | 'tokens'>,
  walletId: string,
  { token, item, account, amount }: Pick<Parts, 'token' | 'item' | 'account' | 'amount'>,
): Promise<boolean> => {
  const held = await assets.heldIn(walletId)
  const moved = held.find(
    (asset) => asset.tokenId === token.id && asset.item === item && asset.accountId === account.id,
  )
  if (!moved) return false
  const prices = new Map<string, string | undefined>()
  for (const asset of held) prices.set(asset.id, (await tokens.priceOf(asset))?.price)
  return isAlmostAll(held, moved, amount, ({ id }) => prices.get(id))
}
