import type { Asset } from '#contract/asset.ts'
import { MAX_AMOUNT } from '#contract/limit.ts'
import type { Sentence } from '#contract/said.ts'
import { ADDRESS_REQUIRED, AMOUNT_REQUIRED } from '#contract/walletrule.ts'
import { isEvmAddress, normalAddress } from './address.ts'
import { textToUnits } from './amount.ts'
import { assetDecimals } from './asset.ts'
import { bitcoinNetworkOf, isBitcoin } from './chain.ts'
import { compareFixed, parseFixed } from './fixed.ts'

export const ADDRESS_EVM = 'Wallet address should be Ethereum address'

export const ASSETS_EMPTY = 'Asset list is empty'
export const AMOUNT_MAX = `Max is ${MAX_AMOUNT}`
export const AMOUNT_INTEGER = 'Invalid input. Please enter a valid integer.'
export const AMOUNT_BALANCE = 'Amount should be less than your balance'
export const GAS_FUNDS = 'Not enough funds for gas'
export const FEE_FUNDS = 'Not enough fee for send'
/** The fee of a send is above what its sender was shown. */
/** While what custody signed and what the chain counts do not fit together. */
export const PAUSED = 'Paused for a check. Nothing is lost.'
export const FEES_ROSE = 'Network fees rose. Check the new fee.'
/** A key stands for one send; another one came with it before. */
export const KEY_TAKEN = 'This Idempotency-Key was used for another transaction. Take a new one.'

/** What is wrong with a recipient on this chain, or undefined. Loads the Bitcoin codec only for Bitcoin. */
export const recipientError = async (text: string, blockchain: string): Promise<Sentence | undefined> => {
  const recipient = normalAddress(text)
  if (recipient === '') return ADDRESS_REQUIRED
  const network = bitcoinNetworkOf(blockchain)
  if (!network) return isEvmAddress(recipient) ? undefined : ADDRESS_EVM
  const { isBitcoinAddress } = await import('./bitcoin.ts')
  return isBitcoinAddress(recipient, network)
    ? undefined
    : `Wallet address should be a valid Bitcoin ${network} address`
}

export interface AmountCheck {
  /** Decimal text as typed, in whole assets. */
  amount: string | undefined
  asset: Pick<Asset, 'amount' | 'blockchain' | 'type' | 'decimals'>
  /** Balance of the chain's native coin in the same wallet, smallest units; undefined for none. */
  nativeBalance: string | bigint | undefined
  /** Fee of the chosen tier in the native coin's smallest units; undefined while it is not known. */
  fee: bigint | undefined
}

/** The one message under the amount field, or undefined: first what needs no balances, then what does. */
export const amountError = ({ amount, asset, nativeBalance, fee }: AmountCheck): Sentence | undefined => {
  if (!amount) return AMOUNT_REQUIRED
  const value = parseFixed(amount)
  if (value.digits <= 0n) return AMOUNT_REQUIRED
  if (compareFixed(value, parseFixed(MAX_AMOUNT)) > 0) return AMOUNT_MAX
  const units = textToUnits(amount, assetDecimals(asset))
  if (units === undefined) return AMOUNT_INTEGER
  const balance = BigInt(asset.amount)
  if (asset.type) {
    const native = BigInt(nativeBalance ?? 0)
    if (native === 0n || native < (fee ?? 0n)) return GAS_FUNDS
    return units > balance ? AMOUNT_BALANCE : undefined
  }
  if (units + (fee ?? 0n) > balance) return AMOUNT_BALANCE
  return isBitcoin(asset.blockchain) && fee === 0n ? FEE_FUNDS : undefined
}
