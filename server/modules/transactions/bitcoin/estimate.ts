import { GAS_SPEEDS, type GasSpeed } from '#contract/blockchain.ts'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { decodeAddress } from '#domain/bitcoin.ts'
import { accountOn, chainName, isBitcoin } from '#domain/chain.ts'
import { COINS_MAX } from '#domain/coinlimit.ts'
import { recipientError } from '#domain/sendrule.ts'
import { findBitcoin } from '#server/chains/bitcoin/chain.ts'
import type { Rates } from '#server/chains/bitcoin/fee.ts'
import { conflict, invalid, notFound, unavailable } from '#server/error.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { checkLeast } from './prepare.ts'
import { type Coin, emptyCoins, type Payment, selectCoins } from './select.ts'
import * as store from './store.ts'

/** Satoshi, for each tier. */
export type Fees = Record<GasSpeed, bigint>

/**
 * What a payment from these coins would cost, as it is paid for the same coins. Where they hold the amount but not its fee
 * too, what it costs to send all of them; 0 where there is no such fee.
 */
export const feesOf = (
  coins: readonly Coin[],
  payment: Omit<Payment, 'rate'>,
  rates: Readonly<Rates>,
): Fees => {
  const held = coins.reduce((sum, { value }) => sum + value, 0n)
  const feeAt = (rate: bigint): bigint => {
    const spend = selectCoins(coins, { ...payment, rate })
    if (spend) return spend.fee
    const isLess = held < payment.amount && coins.length <= COINS_MAX
    return isLess ? 0n : (emptyCoins(coins, { script: payment.script, rate })?.fee ?? 0n)
  }
  const fees: Fees = { slow: 0n, normal: 0n, fast: 0n }
  for (const speed of GAS_SPEEDS) fees[speed] = feeAt(rates[speed])
  return fees
}

/** The most that one transaction can carry, with its fee, for each tier; undefined where that is all there is. */
export const carriedBy = (
  coins: readonly Coin[],
  { script }: Pick<Payment, 'script'>,
  rates: Readonly<Rates>,
): Fees | undefined => {
  if (coins.length <= COINS_MAX) return undefined
  const carried: Fees = { slow: 0n, normal: 0n, fast: 0n }
  for (const speed of GAS_SPEEDS) {
    const all = emptyCoins(coins, { script, rate: rates[speed] })
    if (all) carried[speed] = all.amount + all.fee
  }
  return carried
}

/** What sending this from the coins of now would cost. Throws what is wrong with it. */
export const estimate = async (
  { db, assets, tokens, chains }: Pick<TransactionDeps, 'db' | 'assets' | 'tokens' | 'chains'>,
  wallet: WalletRow,
  draft: Pick<TransactionDraft, 'amount' | 'assetId' | 'recipient'>,
): Promise<{ fees: Fees; carried: Fees | undefined }> => {
  const asset = await assets.find(wallet.id, draft.assetId)
  const token = asset && (await tokens.find(asset.tokenId))
  if (!token) throw notFound('This asset is not in this wallet')
  const { blockchain } = token
  if (!isBitcoin(blockchain))
    throw invalid('This is not a Bitcoin asset. Ask for transactions/evm/estimate instead.')
  const chain = findBitcoin(chains, blockchain)
  if (!chain) throw unavailable(`${chainName(blockchain)} is not connected here`)
  const wrong = await recipientError(draft.recipient, blockchain)
  if (wrong) throw invalid(wrong)
  const account = accountOn(wallet, blockchain)
  if (!account) throw conflict('This wallet has no account on this chain yet')
  const script = decodeAddress(draft.recipient, chain.network)
  checkLeast(BigInt(draft.amount), script)
  const [coins, rates] = await Promise.all([store.spendable(db, account.id), chain.fees()])
  const changeScript = decodeAddress(account.address, chain.network)
  const fees = feesOf(coins, { amount: BigInt(draft.amount), script, changeScript }, rates)
  return { fees, carried: carriedBy(coins, { script }, rates) }
}
