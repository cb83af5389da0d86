import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import { TABS } from './tabs.ts'

export function WalletsPage() {
  return <WalletsScreen tabs={TABS} />
}
