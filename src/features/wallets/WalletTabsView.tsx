import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { WALLET_TABS, type WalletTab } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import { hasRequestDot } from '#domain/dapp.ts'
import { requestsAtom } from '#state/perwallet.ts'
import { useTabAge } from '#state/queries.ts'
import { seenRequestsAtom } from '#state/review.ts'
import { useWalletTab, type WalletTabs } from '#state/tabs.ts'
import { walletsText } from '#text/wallets.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'

const labels: Readonly<Record<WalletTab, string>> = walletsText.tabs

type Props = { wallet: Wallet; tabs: WalletTabs }

export function WalletTabsView({ wallet, tabs }: Props) {
  const [chosen, choose] = useWalletTab()
  const requests = useAtomValue(requestsAtom(wallet.id))
  const offered = WALLET_TABS.filter((tab) => tabs[tab])
  const tab = offered.includes(chosen) ? chosen : 'asset'
  const Content = tabs[tab]
  const age = useTabAge(tab, wallet.id)
  const waiting = hasRequestDot(requests, useAtomValue(seenRequestsAtom))
  return (
    <>
      <Tabs
        id="wallet"
        label={walletsText.tabs.label}
        className="mt-4 -mx-4 px-4 md:mx-0 md:px-0"
        spread={offered.length > 3}
        items={offered.map((id) => ({ id, label: labels[id], dot: id === 'requests' && waiting }))}
        value={tab}
        onChange={choose}
      />
      <TabPanel tabs="wallet" id={tab} className="md:pt-5">
        <AsOf className="py-3 md:pb-3 md:pt-0">{age}</AsOf>
        <Suspense fallback={<SkeletonRows />}>{Content && <Content wallet={wallet} />}</Suspense>
      </TabPanel>
    </>
  )
}
