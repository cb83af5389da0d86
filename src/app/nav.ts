import { appText } from '#text/app.ts'
import type { IconName } from '#ui/icon.ts'

/** The two tabs of the product. */
export const navigation = (): { path: string; label: string; icon: IconName; dot?: true }[] => [
  { path: '/wallets', label: appText.wallets, icon: 'wallet' },
  { path: '/guardian-hub', label: appText.hub, icon: 'shield-check', dot: true },
]
