import { navigate } from 'wouter/use-browser-location'
import { listInvites } from '#contract/endpoints/guardian.ts'
import { listWallets } from '#contract/endpoints/wallet.ts'
import { landingPath } from '#domain/landing.ts'
import { api } from './api.ts'
import { applyList } from './entities.ts'
import { mirror } from './mirror.ts'

/** The end of every sign-in. */
export const goHome = async (): Promise<void> => {
  const asked = mirror.arrivals.now()
  try {
    const [wallets, invites] = await Promise.all([
      api.call(listWallets, { query: {} }),
      api.call(listInvites, { query: {} }),
    ])
    applyList.wallets(mirror, wallets, asked)
    applyList.invites(mirror, invites, asked)
    navigate(landingPath(wallets.items, invites.items), { replace: true })
  } catch {
    navigate(landingPath(undefined, undefined), { replace: true })
  }
}
