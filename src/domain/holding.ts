import type { Asset } from '#contract/asset.ts'
import type { Transaction } from '#contract/transaction.ts'
import { assetDecimals, availableUnits } from './asset.ts'
import { directionFor } from './txview.ts'

type Coin = Pick<Asset, 'blockchain' | 'address' | 'symbol' | 'decimals' | 'type' | 'tokenId'>
type Moved = Pick<
  Transaction,
  'blockchain' | 'assetAddress' | 'assetSymbol' | 'assetDecimals' | 'assetTokenId'
>

const DECIMALS = 18

/**
 * Whether the transaction moves this asset. Rows of an older server do not name the contract: there the symbol and the
 * decimals have to do.
 */
export const isOf = (transaction: Moved, asset: Coin): boolean => {
  if (transaction.blockchain !== asset.blockchain) return false
  const item = asset.type === 'ERC721' ? asset.tokenId : undefined
  if ((transaction.assetTokenId ?? undefined) !== (item ?? undefined)) return false
  if (transaction.assetAddress !== undefined)
    return transaction.assetAddress?.toLowerCase() === asset.address?.toLowerCase()
  return (
    transaction.assetSymbol.toLowerCase() === asset.symbol.toLowerCase() &&
    (transaction.assetDecimals ?? DECIMALS) === (assetDecimals(asset) ?? DECIMALS)
  )
}

/** What of a holding can be spent, and what not yet or no more, in smallest units. */
export interface Split {
  /** Moved by sends that guardians are asked about. */
  waits: bigint
  /** Held by sends that are on their way, and for fees. */
  kept: bigint
  free: bigint
}

export const splitOf = (
  asset: Coin & Pick<Asset, 'amount' | 'reserved'>,
  transactions: readonly Transaction[],
  walletId: string,
): Split => {
  const reserved = BigInt(asset.reserved ?? 0)
  const asked = transactions
    .filter((transaction) => transaction.status === 'pending-approval' && isOf(transaction, asset))
    .filter((transaction) => directionFor(transaction, walletId) === 'outcome')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  // Of two lists that are read apart one may be older.
  const waits = asked < reserved ? asked : reserved
  return { waits, kept: reserved - waits, free: availableUnits(asset) }
}
