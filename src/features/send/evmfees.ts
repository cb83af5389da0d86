import type { Asset } from '#contract/asset.ts'
import { estimateEvm } from '#contract/endpoints/transaction.ts'
import { getGasPrice } from '#contract/endpoints/wallet.ts'
import { GAS_POLL_INTERVAL } from '#contract/limit.ts'
import { evmGasOptions, gasUnits, guardedCeiling } from '#domain/gas.ts'
import { useOnline } from '#state/online.ts'
import { usePoll } from '#state/poll.ts'
import { useCoinPrice } from '#state/price.ts'
import { request } from '#state/request.ts'
import type { Fees, Transfer } from './fees.ts'
import { useQuote } from './quote.ts'

/** Prices of gas are polled; what this very transfer takes of it is the server's estimate. */
export const useEvmFees = (
  asset: Asset | undefined,
  transfer: Transfer | undefined,
  guarded: boolean,
): Fees => {
  const blockchain = asset?.blockchain
  const enabled = useOnline() && blockchain !== undefined
  const prices = usePoll(
    ['gas-price', blockchain],
    (signal) => request(getGasPrice, { query: { blockchain: blockchain ?? '' } }, { signal }),
    { interval: GAS_POLL_INTERVAL, enabled },
  )
  const { value, ...quote } = useQuote(asset, transfer, (question, signal) =>
    request(estimateEvm, question, { signal }),
  )
  const price = useCoinPrice(blockchain)
  const gasPrice = asset && prices.data
  const costs = (units: bigint) => gasPrice && evmGasOptions(gasPrice, units, price)
  const ceiling = (units: bigint) => costs(guarded ? guardedCeiling(units) : units)
  const assumed = BigInt(gasUnits(asset?.type))
  const most = value && ceiling(BigInt(value.gasLimit))
  return {
    ...quote,
    options: costs(assumed),
    quote: most,
    most: most ?? ceiling(assumed),
    awaited: gasPrice === undefined,
    failed: prices.failed,
    price,
    again: () => {
      prices.again()
      quote.again()
    },
  }
}
