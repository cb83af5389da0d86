import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { ownedAssets } from '#domain/asset.ts'
import { byWorth, tokenIndex } from '#domain/portfolio.ts'
import { hiddenTokensAtom, isHidden, isToken } from '#state/hidden.ts'
import { openPanel, panelAtom } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { assetsLoadAtom } from '#state/queries.ts'
import { tokensAtom } from '#state/wallets.ts'
import { assetsText } from '#text/assets.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDesktop } from '#ui/media.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { part } from '#ui/part.ts'
import { AssetList } from './AssetList.tsx'
import { AssetTable } from './AssetTable.tsx'
import { assetRow } from './row.ts'

const HiddenFoot = part(() => import('./HiddenFoot.tsx'), 'HiddenFoot')

export function AssetsTab({ wallet }: { wallet: Wallet }) {
  const assets = useAtomValue(assetsAtom(wallet.id))
  const load = useAtomValue(assetsLoadAtom(wallet.id))
  const tokens = useAtomValue(tokensAtom)
  const hidden = useAtomValue(hiddenTokensAtom)
  const panel = useAtomValue(panelAtom)
  const desktop = useDesktop()
  const index = tokenIndex(tokens)
  const owned = ownedAssets(assets)
  const rows = owned
    .filter((asset) => !isHidden(hidden, asset))
    .sort(byWorth(index))
    .map((asset) => assetRow(asset, index))
  const unseen = hidden.filter((token) => owned.some((asset) => isToken(asset, token)))
  const selectedId = panel?.id === 'asset' ? panel.assetId : undefined
  const open = (assetId: string) => openPanel({ id: 'asset', walletId: wallet.id, assetId })

  if (owned.length > 0) {
    const Rows = desktop ? AssetTable : AssetList
    return (
      <>
        {rows.length > 0 && <Rows rows={rows} selectedId={selectedId} onOpen={open} />}
        {unseen.length > 0 && (
          <Suspense fallback={null}>
            <HiddenFoot tokens={unseen} />
          </Suspense>
        )}
      </>
    )
  }
  return (
    <NoRows load={load} icon="wallet" what={assetsText.what}>
      <EmptyState icon="wallet" title={assetsText.none}>
        {assetsText.start}
      </EmptyState>
    </NoRows>
  )
}
