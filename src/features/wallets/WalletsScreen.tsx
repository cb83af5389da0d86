import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { isConnected } from '#domain/dapp.ts'
import { onboardingWallet, walletView } from '#domain/walletview.ts'
import { useOffer } from '#state/offer.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { useWalletLists, walletsLoadAtom } from '#state/queries.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { activeWalletAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { OfferCard } from '#ui/OfferCard.tsx'
import { InstallCard } from './InstallCard.tsx'
import { NoWallets } from './NoWallets.tsx'
import { StatusCard } from './StatusCard.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WalletTabsView } from './WalletTabsView.tsx'

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
  const view = walletView(wallet.status)
  const open = view === 'full' || view === 'restricted'
  return (
    <>
      <WalletHeader wallet={wallet} view={view} />
      {open && <ConnectedOffers walletId={wallet.id} />}
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
