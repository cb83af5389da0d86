import { onboardingWallet } from '#domain/walletview.ts'
import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import { store } from '#state/store.ts'
import { activeWalletAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { lazily } from './lazily.ts'
import { TABS } from './tabs.ts'

const Onboarding = lazily(() => import('#features/wallets/Onboarding.tsx'), 'Onboarding')
const WholeWallet = lazily(() => import('#features/wallets/WholeWallet.tsx'), 'WholeWallet')

/** What is to be drawn of the wallet that is known already. */
export const preloadWallet = async (): Promise<void> => {
  const wallet = store.get(activeWalletAtom)
  if (!wallet) return
  const isNew = onboardingWallet(store.get(visibleWalletsAtom))?.id === wallet.id
  await (isNew ? Onboarding : WholeWallet).preload()
}

export function WalletsPage() {
  return <WalletsScreen tabs={TABS} Onboarding={Onboarding} WholeWallet={WholeWallet} />
}
