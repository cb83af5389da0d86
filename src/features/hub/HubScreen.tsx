import { useAtomValue } from 'jotai'
import { guardedLoadAtom, walletsLoadAtom } from '#state/queries.ts'
import { guardedWalletsAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { HubTabs } from './HubTabs.tsx'
import { Onboarding } from './Onboarding.tsx'

export function HubScreen() {
  const wallets = useAtomValue(visibleWalletsAtom)
  const guarded = useAtomValue(guardedWalletsAtom)
  const loads = [useAtomValue(walletsLoadAtom), useAtomValue(guardedLoadAtom)]
  const isNew = wallets.length === 0 || guarded.length === 0
  const loading = isNew && loads.some(({ phase }) => phase === 'loading')
  return (
    <>
      <h1 className="type-h1">{hubText.title}</h1>
      {loading ? (
        <SkeletonRows label={hubText.loading} className="mt-5" />
      ) : isNew ? (
        <Onboarding hasWallet={wallets.length > 0} />
      ) : (
        <HubTabs />
      )}
    </>
  )
}
