import { useAtomValue } from 'jotai'
import { getPrice } from '#contract/endpoints/wallet.ts'
import { nativeSymbol } from '#domain/chain.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { useEstimate } from './estimate.ts'
import { useOnline } from './online.ts'
import { request } from './request.ts'
import { tokensAtom } from './wallets.ts'

/** USD for a whole native coin: as the list of tokens has it, and where that has none as the oracle says. */
export const useCoinPrice = (blockchain: string | undefined): string | undefined => {
  const tokens = useAtomValue(tokensAtom)
  const online = useOnline()
  const listed = blockchain && assetPrice({ blockchain }, tokenIndex(tokens))
  const symbol = blockchain && online && !listed ? nativeSymbol(blockchain) : undefined
  const oracle = useEstimate(symbol, (signal) =>
    request(getPrice, { query: { symbol: symbol ?? '' } }, { signal }),
  )
  return listed || oracle.value?.price
}
