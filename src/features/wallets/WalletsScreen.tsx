import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { isConnected } from '#domain/dapp.ts'
import { canTransfer, onboardingWallet, walletView } from '#domain/walletview.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { useWalletLists, walletsLoadAtom } from '#state/queries.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { activeWalletAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { part } from '#ui/part.ts'
import { NoWallets } from './NoWallets.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WalletTabsView } from './WalletTabsView.tsx'

const Offers = part(() => import('./Offers.tsx'), 'Offers')
const Start = part(() => import('./Start.tsx'), 'Start')
const StatusCard = part(() => import('./StatusCard.tsx'), 'StatusCard')

type Props = { tabs: WalletTabs; Onboarding: ComponentType<{ wallet: Wallet }> }

export function WalletsScreen({ tabs, Onboarding }: Props) {
  const wallet = useAtomValue(activeWalletAtom)
  const visible = useAtomValue(visibleWalletsAtom)
  const load = useAtomValue(walletsLoadAtom)
  useWalletLists(wallet?.id)

  if (!wallet) {
    return (
      <NoRows load={load} icon="wallet" what={walletsText.what} className="md:mt-5">
        <NoWallets />
      </NoRows>
    )
  }
  if (onboardingWallet(visible)?.id === wallet.id) return <Onboarding wallet={wallet} />
  return <WholeWallet wallet={wallet} tabs={tabs} />
}

function WholeWallet({ wallet, tabs }: { wallet: Wallet; tabs: WalletTabs }) {
  const view = walletView(wallet.status)
  const open = view === 'full' || view === 'restricted'
  const connected = isConnected(useAtomValue(sessionsAtom(wallet.id)))
  return (
    <>
      <WalletHeader wallet={wallet} view={view} />
      {open && connected && (
        <Suspense fallback={null}>
          <Offers />
        </Suspense>
      )}
      {canTransfer(wallet) && (
        <Suspense fallback={null}>
          <Start key={wallet.id} wallet={wallet} />
        </Suspense>
      )}
      {open ? (
        <WalletTabsView key={wallet.id} wallet={wallet} tabs={tabs} />
      ) : (
        <Suspense fallback={null}>
          <StatusCard view={view} />
        </Suspense>
      )}
    </>
  )
}
