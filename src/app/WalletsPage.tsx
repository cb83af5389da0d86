import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import type { WalletTabs } from '#state/tabs.ts'
import { lazily } from './lazily.ts'

const TABS: WalletTabs = {
  asset: lazily(() => import('#features/assets/AssetsTab.tsx'), 'AssetsTab'),
  activity: lazily(() => import('#features/activity/ActivityTab.tsx'), 'ActivityTab'),
  dapps: lazily(() => import('#features/dapps/DappsTab.tsx'), 'DappsTab'),
  requests: lazily(() => import('#features/dapps/RequestsTab.tsx'), 'RequestsTab'),
  guardians: lazily(() => import('#features/guardians/GuardiansTab.tsx'), 'GuardiansTab'),
}

export function WalletsPage() {
  return <WalletsScreen tabs={TABS} />
}
