import type { Audience } from './guard.ts'
import { type Lazily, lazily, preload } from './lazily.ts'

interface Page {
  path: string
  audience: Audience
  Screen: Lazily<object>
}

/** Pages that draw themselves whole. */
export const PAGES: readonly Page[] = [
  {
    path: '/auth',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/EmailScreen.tsx'), 'EmailScreen'),
  },
  {
    path: '/verify',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/CodeScreen.tsx'), 'CodeScreen'),
  },
  {
    path: '/two-factor/download-app',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/DownloadAppScreen.tsx'), 'DownloadAppScreen'),
  },
  {
    path: '/two-factor/check',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/CheckScreen.tsx'), 'CheckScreen'),
  },
  {
    path: '/two-factor/setup',
    audience: 'setup',
    Screen: lazily(() => import('#features/auth/SetupScreen.tsx'), 'SetupScreen'),
  },
  {
    path: '/two-factor/backup-sign-in',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/BackupSignInScreen.tsx'), 'BackupSignInScreen'),
  },
  {
    path: '/two-factor/backup-code-used',
    audience: 'in',
    Screen: lazily(() => import('#features/auth/BackupUsedScreen.tsx'), 'BackupUsedScreen'),
  },
  {
    path: '/two-factor/backup-code-generated',
    audience: 'in',
    Screen: lazily(() => import('#features/auth/BackupCodesScreen.tsx'), 'BackupCodesScreen'),
  },
  {
    path: '/two-factor/success-enable',
    audience: 'in',
    Screen: lazily(() => import('#features/auth/SuccessScreen.tsx'), 'SuccessScreen'),
  },
  {
    path: '/oauth/google/verify',
    audience: 'out',
    Screen: lazily(() => import('#features/auth/GoogleScreen.tsx'), 'GoogleScreen'),
  },
]

export const Elsewhere = lazily(() => import('./Elsewhere.tsx'), 'Elsewhere')

export const Layout = lazily(() => import('./Layout.tsx'), 'Layout')

const HOME = [
  { path: '/wallets', Screen: lazily(() => import('./WalletsPage.tsx'), 'WalletsPage') },
  { path: '/guardian-hub', Screen: lazily(() => import('#features/hub/HubScreen.tsx'), 'HubScreen') },
]

/** Pages inside the header and navigation, for signed-in users. */
export const FRAMED = [
  ...HOME,
  { path: '/settings', Screen: lazily(() => import('./SettingsPage.tsx'), 'SettingsPage') },
  {
    path: '/address-book',
    Screen: lazily(() => import('#features/contacts/AddressBookScreen.tsx'), 'AddressBookScreen'),
  },
]

/** The steps of signing in are on their way as soon as somebody begins. */
export const preloadSignIn = (): void => preload(PAGES.map(({ Screen }) => Screen))

export const preloadHome = (): void => preload([Layout, ...HOME.map(({ Screen }) => Screen)])
