import { appText } from '#text/app.ts'
import { Icon } from '#ui/Icon.tsx'
import { NavLink } from './NavLink.tsx'
import { navigation } from './nav.ts'

export function BottomNav() {
  return (
    <nav
      data-bottom-nav
      aria-label={appText.navigation}
      className="fixed inset-x-0 bottom-0 z-nav grid grid-cols-2 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {navigation().map(({ path, label, icon, dot }) => (
        <NavLink
          key={path}
          path={path}
          dot={dot ?? false}
          className="flex min-h-62px items-center justify-center text-text-2 aria-[current=page]:text-accent-text"
          dotClassName="right-[calc(50%-18px)] -top-2px"
        >
          <span className="flex flex-col items-center gap-1 type-xs">
            <Icon name={icon} size={22} />
            {label}
          </span>
        </NavLink>
      ))}
    </nav>
  )
}
