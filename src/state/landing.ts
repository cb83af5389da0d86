import { navigate } from 'wouter/use-browser-location'
import { listInvites } from '#contract/endpoints/guardian.ts'
import { listWallets } from '#contract/endpoints/wallet.ts'
import type { Invite } from '#contract/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { api } from './api.ts'
import { applyList } from './entities.ts'
import { mirror } from './mirror.ts'
import { isVisible } from './wallets.ts'

/** Where a signed-in user starts. */
export const landing = (wallets: readonly Wallet[], invites: readonly Invite[]) =>
  !wallets.some(isVisible) && invites.some(({ status }) => status === 'pending')
    ? '/guardian-hub'
    : '/wallets'

/** The end of every sign-in. */
export const goHome = async (): Promise<void> => {
  const asked = mirror.arrivals.now()
  try {
    const [wallets, invites] = await Promise.all([
      api.call(listWallets, { query: {} }),
      api.call(listInvites, { query: {} }),
    ])
    applyList.wallets(mirror, wallets.items, asked)
    applyList.invites(mirror, invites.items, asked)
    navigate(landing(wallets.items, invites.items), { replace: true })
  } catch {
    navigate('/wallets', { replace: true })
  }
}
