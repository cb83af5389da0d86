import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { onboardingWallet } from '#domain/walletview.ts'
import { useWalletLists, walletsLoadAtom } from '#state/queries.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { activeWalletAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { NoWallets } from './NoWallets.tsx'

type Props = {
  tabs: WalletTabs
  Onboarding: ComponentType<{ wallet: Wallet }>
  WholeWallet: ComponentType<{ wallet: Wallet; tabs: WalletTabs }>
}

export function WalletsScreen({ tabs, Onboarding, WholeWallet }: Props) {
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
