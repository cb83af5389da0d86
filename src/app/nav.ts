import type { IconName } from '#ui/icon.ts'

/** The two tabs of the product. */
export const NAVIGATION: readonly { path: string; label: string; icon: IconName; dot?: true }[] = [
  { path: '/wallets', label: 'My Wallets', icon: 'wallet' },
  { path: '/guardian-hub', label: 'Guardian Hub', icon: 'shield-check', dot: true },
]
