import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { SandboxRibbon } from '#features/auth/SandboxRibbon.tsx'
import { configAtom } from '#state/config.ts'
import { appText } from '#text/app.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { InboxButton } from './InboxButton.tsx'
import { NavLink } from './NavLink.tsx'
import { navigation } from './nav.ts'
import { useSignOut } from './signout.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function Header({ wide }: { wide: boolean }) {
  const { leave, working } = useSignOut()
  const config = useAtomValue(configAtom)
  return (
    <header data-header className="sticky top-0 z-header border-b border-line bg-surface">
      <div className="page flex h-63px items-stretch gap-12">
        <Link href="/wallets" className="flex items-center" aria-label={commonText.product}>
          <Logo />
        </Link>
        <nav aria-label={appText.navigation} className="flex shrink-0 items-stretch gap-7">
          {navigation().map(({ path, label, dot }) => (
            <NavLink key={path} path={path} dot={dot ?? false} className="nav-tab">
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-2">
          {wide && <SandboxRibbon link={config?.sandbox} />}
          <InboxButton word className="px-3" />
          <AccountMenu />
          <ThemeSwitch />
          <Button variant="ghost" icon="log-out" working={working} onClick={leave} className="-mr-4">
            {appText.logOut}
          </Button>
        </div>
      </div>
    </header>
  )
}
