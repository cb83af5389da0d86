import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import { lazily } from './lazily.ts'
import { TABS } from './tabs.ts'

const Onboarding = lazily(() => import('#features/wallets/Onboarding.tsx'), 'Onboarding')

export function WalletsPage() {
  return <WalletsScreen tabs={TABS} Onboarding={Onboarding} />
}
