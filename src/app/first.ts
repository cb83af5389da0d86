import { walletTab } from '#domain/query.ts'
import { isTurnedAway, type Visitor } from './guard.ts'
import type { Preloaded } from './lazily.ts'
import { Elsewhere, FRAMED, Layout, PAGES } from './routes.ts'
import { TABS } from './tabs.ts'

/** The wallet that is stored, if one is; asked again once that was read. */
const STORED_WALLET: Preloaded = {
  preload: () => import('./WalletsPage.tsx').then(({ preloadWallet }) => preloadWallet()),
}

/** What the visitor sees first at an address, its redirects followed. */
export const firstScreens = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  visitor: Visitor,
): Preloaded[] => {
  const path = pathname.replace(/\/$/, '') || '/'
  const page = PAGES.find((candidate) => candidate.path === path)
  if (page && !isTurnedAway(page.audience, visitor)) return [page.Screen]
  const framed = FRAMED.find((candidate) => candidate.path === path)
  if (framed && visitor.logged) {
    const tab = TABS[walletTab(new URLSearchParams(search).get('tab'))]
    return [Layout, framed.Screen, ...(path === '/wallets' ? [tab, STORED_WALLET] : [])]
  }
  if (!page && !framed && path !== '/') return [Elsewhere]
  return firstScreens({ pathname: visitor.logged ? '/wallets' : '/auth', search: '' }, visitor)
}

/**
 * Has the first screen there before React draws: a fallback, once drawn, would stay for a third of a second. What
 * fails is asked for again when it is drawn.
 */
export const loadFirst = async (location: Location, visitor: Visitor): Promise<void> => {
  await Promise.allSettled(firstScreens(location, visitor).map((screen) => screen.preload()))
}
