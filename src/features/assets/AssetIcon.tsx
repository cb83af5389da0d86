import { CoinIcon } from '#ui/CoinIcon.tsx'
import type { AssetRow } from './row.ts'

export function AssetIcon({ row: { symbol, genuine, chainSymbol, collectible } }: { row: AssetRow }) {
  return <CoinIcon symbol={symbol} genuine={genuine} chain={chainSymbol} nft={collectible} />
}
