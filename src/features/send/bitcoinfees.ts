import type { Asset } from '#contract/asset.ts'
import { estimateBitcoin } from '#contract/endpoints/transaction.ts'
import { bitcoinGasOptions } from '#domain/gas.ts'
import { useCoinPrice } from '#state/price.ts'
import { request } from '#state/request.ts'
import type { Fees, Transfer } from './fees.ts'
import { useQuote } from './quote.ts'

/** Which coins pay decides the fee, so nothing is known of it before amount and recipient are. */
export const useBitcoinFees = (
  asset: Asset | undefined,
  transfer: Transfer | undefined,
  guarded: boolean,
): Fees => {
  const { value, ...quote } = useQuote(asset, transfer, (question, signal) =>
    request(estimateBitcoin, question, { signal }),
  )
  const price = useCoinPrice(asset?.blockchain)
  const most = value && bitcoinGasOptions(value, price, guarded)
  const isAnswered = value !== undefined || quote.refusal !== undefined || quote.unquoted
  return {
    ...quote,
    options: value && bitcoinGasOptions(value, price),
    quote: most,
    most,
    carried: value?.most && bitcoinGasOptions(value.most),
    awaited: transfer !== undefined && !isAnswered,
    failed: false,
    price,
  }
}
