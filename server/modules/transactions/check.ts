import type { Asset } from '#contract/asset.ts'
import { unitsToText } from '#domain/amount.ts'
import { assetDecimals } from '#domain/asset.ts'
import { AMOUNT_BALANCE, amountError, GAS_FUNDS } from '#domain/sendrule.ts'
import { AppError, invalid } from '#server/error.ts'

export interface Funds {
  /** Smallest units that can still be spent. */
  token: bigint
  native: bigint
}

/** A dApp's call may move nothing; it only has to be paid. */
export const checkCall = (value: bigint, native: bigint, fee: bigint): void => {
  if (value > native) throw new AppError('InsufficientFundsError', AMOUNT_BALANCE)
  if (value + fee > native) throw new AppError('InsufficientFundsError', GAS_FUNDS)
}

/** The rules of the form, with what the chain and the database say instead of what the page believes. */
export const checkAmount = (
  amount: string,
  asset: Pick<Asset, 'blockchain' | 'type' | 'decimals'>,
  funds: Funds,
  fee: bigint | undefined,
): void => {
  const spendable = (units: bigint) => (units > 0n ? units : 0n).toString()
  const message = amountError({
    amount: unitsToText(amount, assetDecimals(asset)),
    asset: { ...asset, amount: spendable(asset.type ? funds.token : funds.native) },
    nativeBalance: spendable(funds.native),
    fee,
  })
  if (message === undefined) return
  const funding = message === AMOUNT_BALANCE || message === GAS_FUNDS
  throw funding ? new AppError('InsufficientFundsError', message) : invalid(message)
}
