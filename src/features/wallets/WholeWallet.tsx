import { useAtomValue } from 'jotai'
import { Fragment } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { isConnected } from '#domain/dapp.ts'
import { canTransfer, walletView } from '#domain/walletview.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { useWalletLists } from '#state/queries.ts'
import type { WalletTabs } from '#state/tabs.ts'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { Offers } from './Offers.tsx'
import { Start } from './Start.tsx'
import { StatusCard } from './StatusCard.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WalletTabsView } from './WalletTabsView.tsx'

type Props = { wallet: Wallet; tabs: WalletTabs }

/** A wallet whose owner is verified, or one of several. What stands above its tabs is known before they are drawn. */
export function WholeWallet({ wallet, tabs }: Props) {
  const view = walletView(wallet.status)
  const open = view === 'full' || view === 'restricted'
  const connected = isConnected(useAtomValue(sessionsAtom(wallet.id)))
  const known = useWalletLists(wallet.id)
  return (
    <>
      <WalletHeader wallet={wallet} view={view} />
      <Fragment key={wallet.id}>
        {!open ? (
          <StatusCard view={view} />
        ) : known ? (
          <>
            {connected && <Offers />}
            {canTransfer(wallet) && <Start wallet={wallet} />}
            <WalletTabsView wallet={wallet} tabs={tabs} />
          </>
        ) : (
          <SkeletonRows className="mt-6" />
        )}
      </Fragment>
    </>
  )
}
