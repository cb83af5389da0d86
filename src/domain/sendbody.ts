import type { Asset } from '#contract/asset.ts'
import type { GasSpeed } from '#contract/blockchain.ts'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { MAX_AMOUNT } from '#contract/limit.ts'
import { normalAddress } from './address.ts'
import { textToUnits, unitsToText } from './amount.ts'
import { assetDecimals } from './asset.ts'
import { AMOUNT_INTEGER } from './sendrule.ts'

export interface Send {
  /** Decimal text in whole assets. */
  amount: string
  asset: Pick<Asset, 'id' | 'type' | 'decimals'>
  recipient: string
  speed: GasSpeed
  /** The owner's words for it. */
  note?: string | undefined
  /** The most that it may cost, as it was shown, in the native coin's smallest units. */
  maxFee?: bigint | undefined
}

/** Body of transactions/send and /send-evm. Throws when the amount has more decimals than the asset. */
export const sendBody = ({ amount, asset, recipient, speed, note = '', maxFee }: Send): TransactionDraft => {
  const units = textToUnits(amount, assetDecimals(asset))
  if (units === undefined) throw new RangeError(AMOUNT_INTEGER)
  return {
    amount: units.toString(),
    assetId: asset.id,
    description: note,
    gas: speed,
    ...(maxFee !== undefined && { maxFee: maxFee.toString() }),
    recipient: normalAddress(recipient),
  }
}

/**
 * The largest amount that can be sent, as decimal text: the whole balance of a token, what the fee leaves of the
 * native coin, and never more than the form takes. `fee` is in the native coin's smallest units.
 */
export const maxAmount = (asset: Pick<Asset, 'amount' | 'type' | 'decimals'>, fee: bigint): string => {
  const decimals = assetDecimals(asset)
  const rest = BigInt(asset.amount) - (asset.type ? 0n : fee)
  const limit = textToUnits(MAX_AMOUNT, decimals) ?? rest
  const most = rest < limit ? rest : limit
  return unitsToText(most > 0n ? most : 0n, decimals)
}
