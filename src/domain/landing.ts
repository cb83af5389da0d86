import type { Invite } from '#contract/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { isPending } from './pending.ts'
import { isVisible } from './walletview.ts'

/**
 * Where a completed sign-in leads: someone without wallets but with pending invites goes to the hub. A list that
 * failed to load is undefined and leads to the wallets.
 */
export const landingPath = (
  wallets: readonly Pick<Wallet, 'status'>[] | undefined,
  invites: readonly Pick<Invite, 'status'>[] | undefined,
): '/wallets' | '/guardian-hub' =>
  wallets && invites && !wallets.some(isVisible) && invites.some(isPending) ? '/guardian-hub' : '/wallets'
