import { useAtomValue } from 'jotai'
import { walletView } from '#domain/walletview.ts'
import { useWalletLists, walletsLoadAtom } from '#state/queries.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { activeWalletAtom } from '#state/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { NoWallets } from './NoWallets.tsx'
import { StatusCard } from './StatusCard.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WalletTabsView } from './WalletTabsView.tsx'

export function WalletsScreen({ tabs }: { tabs: WalletTabs }) {
  const wallet = useAtomValue(activeWalletAtom)
  const load = useAtomValue(walletsLoadAtom)
  useWalletLists(wallet?.id)

  if (!wallet) {
    if (load.phase === 'ready') return <NoWallets />
    if (load.phase === 'loading') return <SkeletonRows label="Loading wallets" className="md:mt-5" />
    return (
      <EmptyState
        icon="wallet"
        title="Wallets could not be loaded"
        action={<Button onClick={load.retry}>Try again</Button>}
        className="md:mt-5"
      />
    )
  }
  const view = walletView(wallet.status)
  const open = view === 'full' || view === 'restricted'
  return (
    <>
      <WalletHeader wallet={wallet} view={view} />
      {open ? <WalletTabsView key={wallet.id} wallet={wallet} tabs={tabs} /> : <StatusCard view={view} />}
    </>
  )
}
