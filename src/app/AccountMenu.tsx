import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '#state/action.ts'
import { emailAtom, FROM_ACCOUNT_MENU } from '#state/auth.ts'
import { installAtom, notificationsAtom } from '#state/browser.ts'
import { install } from '#state/device.ts'
import { nextTheme, themeAtom } from '#state/theme.ts'
import { userAtom } from '#state/wallets.ts'
import { appText } from '#text/app.ts'
import { saying } from '#text/catalogue.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuEntry } from '#ui/menu.ts'
import { needed } from '#ui/part.ts'
import { lazily } from './lazily.ts'

const InstallDialog = lazily(() => import('./InstallDialog.tsx'), 'InstallDialog')
const NotificationsDialog = lazily(() => import('./NotificationsDialog.tsx'), 'NotificationsDialog')

const endEverywhere = async () => (await needed(() => import('./everywhere.ts'))).endEverywhere()

/** The e-mail of the user, and what he can do about his account. */
export function AccountMenu() {
  const signInEmail = useAtomValue(emailAtom)
  const email = useAtomValue(userAtom)?.email ?? signInEmail
  const notifications = useAtomValue(notificationsAtom)
  const canInstall = useAtomValue(installAtom)
  const [theme, setTheme] = useAtom(themeAtom)
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  const [installing, setInstalling] = useState<'never' | 'open' | 'closed'>('never')
  const everywhere = useAction(endEverywhere, { onError: 'toast' })

  const items: MenuEntry[] = [
    {
      id: 'settings',
      label: appText.menu.settings,
      icon: 'settings',
      onSelect: () => navigate('/settings'),
    },
    {
      id: 'book',
      label: appText.menu.book,
      icon: 'book-user',
      onSelect: () => navigate('/address-book'),
    },
    {
      id: 'notifications',
      label: appText.menu.notifications,
      icon: 'bell',
      end: appText.allowed[notifications],
      onSelect: () => setDialog('open'),
    },
    {
      id: 'install',
      label: appText.menu.install,
      icon: 'download',
      onSelect: canInstall ? () => void install() : () => setInstalling('open'),
    },
    {
      id: 'codes',
      label: appText.menu.codes,
      icon: 'key-round',
      acts: true,
      onSelect: () => navigate('/two-factor/backup-code-generated', { state: FROM_ACCOUNT_MENU }),
    },
    {
      id: 'theme',
      label: appText.menu.theme,
      icon: 'monitor',
      end: saying(theme),
      onSelect: () => setTheme(nextTheme),
    },
    { kind: 'separator', id: 'line' },
    {
      id: 'everywhere',
      label: appText.menu.everywhere,
      icon: 'log-out',
      acts: true,
      disabled: everywhere.working,
      onSelect: () => void everywhere.run(),
    },
  ]

  return (
    <>
      <MenuButton
        items={items}
        align="end"
        className="flex min-h-44px min-w-0 max-w-full items-center gap-2 rounded-btn text-ui md:px-2 text-text-2 hover:text-text"
      >
        <span className="truncate">{email || appText.menu.account}</span>
        <Icon name="chevron-down" size={18} />
      </MenuButton>
      {/* The page stays drawn while a dialog loads. */}
      <Suspense fallback={null}>
        {dialog !== 'never' && (
          <NotificationsDialog open={dialog === 'open'} onClose={() => setDialog('closed')} />
        )}
        {installing !== 'never' && (
          <InstallDialog open={installing === 'open'} onClose={() => setInstalling('closed')} />
        )}
      </Suspense>
    </>
  )
}
