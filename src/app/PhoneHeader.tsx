import { Link } from 'wouter'
import { appText } from '#text/app.ts'
import { commonText } from '#text/common.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Mark } from '#ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { InboxButton } from './InboxButton.tsx'
import { useSignOut } from './signout.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function PhoneHeader() {
  const { leave, working } = useSignOut()
  return (
    <header
      data-header
      className="sticky top-0 z-header flex h-56px items-center border-b border-line bg-surface px-4"
    >
      <Link href="/wallets" aria-label={commonText.product} className="flex size-44px shrink-0 items-center">
        <Mark size={24} />
      </Link>
      <div className="min-w-0 flex-1">
        <AccountMenu />
      </div>
      <div className="ml-auto flex shrink-0 items-center">
        <InboxButton word={false} className="size-40px" />
        <ThemeSwitch />
        <IconButton
          icon="log-out"
          label={appText.logOut}
          disabled={working}
          aria-busy={working}
          onClick={leave}
        />
      </div>
    </header>
  )
}
