import { useAtomValue } from 'jotai'
import type { HubFilter } from '#contract/status.ts'
import { useOffer } from '#state/offer.ts'
import { useHubAge } from '#state/queries.ts'
import { useHubFilter } from '#state/tabs.ts'
import { pendingApprovalsAtom, pendingInvitesAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { OfferCard } from '#ui/OfferCard.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { Approvals } from './Approvals.tsx'
import { GuardedWallets } from './GuardedWallets.tsx'

const views: Readonly<Record<HubFilter, () => React.ReactNode>> = {
  approvals: Approvals,
  invites: GuardedWallets,
}

export function HubTabs() {
  const [filter, choose] = useHubFilter()
  const approvals = useAtomValue(pendingApprovalsAtom)
  const invites = useAtomValue(pendingInvitesAtom)
  const offer = useOffer()
  const View = views[filter]
  const age = useHubAge(filter)
  return (
    <>
      {offer && <OfferCard {...offer} className="mt-5" />}
      <Tabs
        id="hub"
        label={hubText.title}
        className="mt-10px -mx-4 px-4 md:mx-0 md:px-0"
        items={[
          { id: 'approvals', label: hubText.tabs.approvals, dot: approvals.length > 0 },
          { id: 'invites', label: hubText.tabs.invites, dot: invites.length > 0 },
        ]}
        value={filter}
        onChange={choose}
      />
      <TabPanel tabs="hub" id={filter} className="pt-5">
        <AsOf className="mb-3">{age}</AsOf>
        <View />
      </TabPanel>
    </>
  )
}
