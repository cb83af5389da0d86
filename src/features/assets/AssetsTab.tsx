import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { ownedAssets } from '#domain/asset.ts'
import { byWorth, tokenIndex } from '#domain/portfolio.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { assetsLoadAtom } from '#state/queries.ts'
import { tokensAtom } from '#state/wallets.ts'
import { assetsText } from '#text/assets.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDesktop } from '#ui/media.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { AssetList } from './AssetList.tsx'
import { AssetTable } from './AssetTable.tsx'
import { assetRow } from './row.ts'

export function AssetsTab({ wallet }: { wallet: Wallet }) {
  const assets = useAtomValue(assetsAtom(wallet.id))
  const load = useAtomValue(assetsLoadAtom(wallet.id))
  const tokens = useAtomValue(tokensAtom)
  const desktop = useDesktop()
  const index = tokenIndex(tokens)
  const rows = ownedAssets(assets)
    .sort(byWorth(index))
    .map((asset) => assetRow(asset, index))

  if (rows.length > 0) return desktop ? <AssetTable rows={rows} /> : <AssetList rows={rows} />
  return (
    <NoRows load={load} icon="wallet" what={assetsText.what}>
      <EmptyState icon="wallet" title={assetsText.none}>
        {assetsText.start}
      </EmptyState>
    </NoRows>
  )
}
