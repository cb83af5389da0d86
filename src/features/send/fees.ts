import type { Asset } from '#contract/asset.ts'
import { isBitcoin } from '#domain/chain.ts'
import type { GasOptions } from '#domain/gas.ts'
import type { Acquaintance } from '#domain/sendwarning.ts'
import { useBitcoinFees } from './bitcoinfees.ts'
import { useEvmFees } from './evmfees.ts'

/** What sending costs, on a chain of any family. */
export interface Fees {
  /** Per tier, what such a transfer costs most probably. Undefined while nothing is known of it. */
  options: GasOptions | undefined
  /** Per tier, the most that this very transfer may cost; undefined until the server has estimated it. */
  quote: GasOptions | undefined
  /** Per tier, what checks count with: the quote, and where there is none what is assumed. */
  most: GasOptions | undefined
  /** Per tier, what one transaction can carry, with its fee; undefined where nothing limits that. */
  carried?: GasOptions | undefined
  /** The first answer is under way: without it a form does not go on. */
  awaited: boolean
  /** Fees could not be read at the last try. */
  failed: boolean
  /** Why there is no quote: the server's reason, or that none could be had. */
  refusal: string | undefined
  unquoted: boolean
  /** USD for a whole native coin. */
  price: string | undefined
  /** What the server knows about the recipient. */
  recipient: Acquaintance | undefined
  /** Asks for prices and the quote at once. */
  again: () => void
}

export interface Transfer {
  walletId: string
  recipient: string
  /** Smallest units. */
  units: string
}

/**
 * What sending `asset` costs, kept up to date while the panel is open. `transfer` once it is known and valid. What waits
 * for guardians may cost more, because fees move meanwhile.
 */
export const useFees = (asset: Asset | undefined, transfer: Transfer | undefined, guarded: boolean): Fees => {
  const bitcoin = asset !== undefined && isBitcoin(asset.blockchain)
  const evm = useEvmFees(bitcoin ? undefined : asset, transfer, guarded)
  const satoshi = useBitcoinFees(bitcoin ? asset : undefined, transfer, guarded)
  return bitcoin ? satoshi : evm
}
