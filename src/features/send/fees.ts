import { useAtomValue } from 'jotai'
import type { Asset } from '#contract/asset.ts'
import { estimateEvm } from '#contract/endpoints/transaction.ts'
import { getGasPrice, getPrice } from '#contract/endpoints/wallet.ts'
import { GAS_POLL_INTERVAL } from '#contract/limit.ts'
import { isBitcoin, nativeSymbol } from '#domain/chain.ts'
import { evmGasOptions, type GasOptions, gasUnits, guardedCeiling } from '#domain/gas.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import type { Acquaintance } from '#domain/sendwarning.ts'
import { useEstimate } from '#state/estimate.ts'
import { useOnline } from '#state/online.ts'
import { usePoll } from '#state/poll.ts'
import { request } from '#state/request.ts'
import { tokensAtom } from '#state/wallets.ts'
import { isRefusal, words } from '#state/words.ts'

export interface Fees {
  /** Per tier, for the assumed gas of such a transfer. Undefined until the first answer. */
  options: GasOptions | undefined
  /** Per tier, the most that this very transfer may cost; undefined until the server has estimated it. */
  quote: GasOptions | undefined
  /** Per tier, what checks count with: the quote, and until there is one the assumed gas. */
  most: GasOptions | undefined
  /** Prices of gas could not be read at the last try. */
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
 * What sending `asset` costs, polled while the panel is open. `transfer` once it is known and valid. What waits for
 * guardians may cost more, because fees move meanwhile.
 */
export const useFees = (asset: Asset | undefined, transfer: Transfer | undefined, guarded: boolean): Fees => {
  const online = useOnline()
  const tokens = useAtomValue(tokensAtom)
  const blockchain = asset && !isBitcoin(asset.blockchain) ? asset.blockchain : ''
  const enabled = online && blockchain !== ''
  const prices = usePoll(
    ['gas-price', blockchain],
    (signal) => request(getGasPrice, { query: { blockchain } }, { signal }),
    { interval: GAS_POLL_INTERVAL, enabled },
  )
  const known = enabled && asset && transfer ? { assetId: asset.id, ...transfer } : undefined
  const estimate = useEstimate(known && JSON.stringify(known), (signal) =>
    request(
      estimateEvm,
      {
        params: { id: transfer?.walletId ?? '' },
        body: {
          amount: transfer?.units ?? '0',
          assetId: asset?.id ?? '',
          recipient: transfer?.recipient ?? '',
        },
      },
      { signal },
    ),
  )
  const listed = assetPrice({ blockchain }, tokenIndex(tokens))
  const oracle = useOraclePrice(enabled && listed === undefined ? nativeSymbol(blockchain) : undefined)
  const price = listed ?? oracle
  const gasPrice = asset && prices.data
  const costs = (units: bigint) => gasPrice && evmGasOptions(gasPrice, units, price)
  const ceiling = (units: bigint) => costs(guarded ? guardedCeiling(units) : units)
  const assumed = BigInt(gasUnits(asset?.type))
  const { value, error } = estimate
  const quote = value && ceiling(BigInt(value.gasLimit))
  return {
    options: costs(assumed),
    quote,
    most: quote ?? ceiling(assumed),
    price,
    failed: prices.failed,
    refusal: isRefusal(error) ? words(error).message : undefined,
    unquoted: error !== undefined && !isRefusal(error),
    recipient:
      value?.recipientKnown === undefined
        ? undefined
        : { known: value.recipientKnown, lookalikeOf: value.lookalikeOf ?? undefined },
    again: () => {
      prices.again()
      estimate.again()
    },
  }
}

/** For a native coin that the list of tokens has no price for. */
const useOraclePrice = (symbol: string | undefined): string | undefined =>
  useEstimate(symbol, (signal) => request(getPrice, { query: { symbol: symbol ?? '' } }, { signal })).value
    ?.price
