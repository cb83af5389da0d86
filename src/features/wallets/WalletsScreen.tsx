import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { isConnected } from '#domain/dapp.ts'
import { canTransfer, onboardingWallet, walletView } from '#domain/walletview.ts'
import { useOffer } from '#state/offer.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { useWalletLists, walletsLoadAtom } from '#state/queries.ts'
import { useStart } from '#state/start.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { activeWalletAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { OfferCard } from '#ui/OfferCard.tsx'
import { part } from '#ui/part.ts'
import { InstallCard } from './InstallCard.tsx'
import { NoWallets } from './NoWallets.tsx'
import { StatusCard } from './StatusCard.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WalletTabsView } from './WalletTabsView.tsx'

const Start = part(() => import('./Start.tsx'), 'Start')

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
  const start = useStart(wallet)
  const guide = canTransfer(wallet) ? start : undefined
  const open = view === 'full' || view === 'restricted'
  return (
    <>
      <WalletHeader wallet={wallet} view={view} quiet={guide?.next !== undefined} />
      {open && <ConnectedOffers walletId={wallet.id} />}
      {guide && (
        <Suspense fallback={null}>
          <Start key={wallet.id} wallet={wallet} start={guide} />
        </Suspense>
      )}
      {open ? <WalletTabsView key={wallet.id} wallet={wallet} tabs={tabs} /> : <StatusCard view={view} />}
    </>
  )
}

/** Notifications are of use from the first connected DApp on, and so is the app itself. One question at a time. */
function ConnectedOffers({ walletId }: { walletId: string }) {
  const connected = isConnected(useAtomValue(sessionsAtom(walletId)))
  const offer = useOffer()
  if (!connected) return null
  return offer ? <OfferCard {...offer} className="mt-5" /> : <InstallCard className="mt-5" />
}
