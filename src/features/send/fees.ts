import { useAtomValue } from 'jotai'
import type { Asset } from '#contract/asset.ts'
import { estimateEvm } from '#contract/endpoints/transaction.ts'
import { getGasPrice, getPrice } from '#contract/endpoints/wallet.ts'
import { GAS_POLL_INTERVAL } from '#contract/limit.ts'
import { isBitcoin, nativeSymbol } from '#domain/chain.ts'
import { evmGasOptions, type GasOptions, gasUnits } from '#domain/gas.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { useEstimate } from '#state/estimate.ts'
import { useOnline } from '#state/online.ts'
import { usePoll } from '#state/poll.ts'
import { request } from '#state/request.ts'
import { tokensAtom } from '#state/wallets.ts'

export interface Fees {
  /** Per tier, for the assumed gas of such a transfer. Undefined until the first answer. */
  options: GasOptions | undefined
  /** Per tier, the most that this very transfer may cost; undefined until the server has estimated it. */
  quote: GasOptions | undefined
}

export interface Transfer {
  walletId: string
  recipient: string
  /** Smallest units. */
  units: string
}

const NOTHING: Fees = { options: undefined, quote: undefined }

/** What sending `asset` costs, polled while the panel is open. `transfer` once it is known and valid. */
export const useFees = (asset: Asset | undefined, transfer: Transfer | undefined): Fees => {
  const online = useOnline()
  const tokens = useAtomValue(tokensAtom)
  const blockchain = asset && !isBitcoin(asset.blockchain) ? asset.blockchain : ''
  const enabled = online && blockchain !== ''
  const { data: gasPrice } = usePoll(
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
  if (!asset || !gasPrice) return NOTHING
  const price = listed ?? oracle
  return {
    options: evmGasOptions(gasPrice, gasUnits(asset.type), price),
    quote: estimate && evmGasOptions(gasPrice, estimate.gasLimit, price),
  }
}

/** For a native coin that the list of tokens has no price for. */
const useOraclePrice = (symbol: string | undefined): string | undefined =>
  useEstimate(symbol, (signal) => request(getPrice, { query: { symbol: symbol ?? '' } }, { signal }))?.price
