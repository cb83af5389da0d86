import type { WalletTab } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import { type Lazily, lazily } from './lazily.ts'

/** What lies under the tabs of the wallets screen. */
export const TABS: Record<WalletTab, Lazily<{ wallet: Wallet }>> = {
  asset: lazily(() => import('#features/assets/AssetsTab.tsx'), 'AssetsTab'),
  activity: lazily(() => import('#features/activity/ActivityTab.tsx'), 'ActivityTab'),
  dapps: lazily(() => import('#features/dapps/DappsTab.tsx'), 'DappsTab'),
  requests: lazily(() => import('#features/dapps/RequestsTab.tsx'), 'RequestsTab'),
  guardians: lazily(() => import('#features/guardians/GuardiansTab.tsx'), 'GuardiansTab'),
}
