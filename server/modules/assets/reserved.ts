import type { Db } from '#server/db/client.ts'
import type { AssetRow } from './store.ts'

/** What sends that are not mined yet hold of one wallet on one chain. */
export interface Held {
  walletId: string
  blockchain: string
  tokenId: string
  item: string
  amount: bigint
  /** Of the chain's native coin: what travels along, and the most that fees may take. */
  native: bigint
}

export type HeldReader = (on: Db, walletIds: readonly string[]) => Promise<Held[]>

type Place = Pick<AssetRow, 'walletId' | 'blockchain' | 'tokenId' | 'item' | 'type'>

/** Smallest units of this asset that are promised already. */
export const reservedOf = (asset: Place, held: readonly Held[]): bigint => {
  const { walletId, blockchain, tokenId, item, type } = asset
  return held
    .filter((one) => one.walletId === walletId && one.blockchain === blockchain)
    .reduce((sum, one) => {
      if (!type) return sum + one.native
      return one.tokenId === tokenId && one.item === item ? sum + one.amount : sum
    }, 0n)
}
