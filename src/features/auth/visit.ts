import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { FROM_ACCOUNT_MENU } from '#state/auth.ts'

/** What the history entry of the backup codes remembers once they were on the screen. */
const SEEN = { other: 'seen', menu: 'seen from the account menu' }

/**
 * One look at the backup codes. Whoever comes back to the same entry of the history, or to the page as the browser
 * kept it, has to ask for them again: they don't reappear by themselves on a device that changed hands.
 */
export function useVisit(hides: boolean) {
  const entry = useHistoryState()
  const [path, navigate] = useLocation()
  const [fromMenu] = useState(entry === FROM_ACCOUNT_MENU || entry === SEEN.menu)
  const [hidden, setHidden] = useState(hides && (entry === SEEN.other || entry === SEEN.menu))

  useEffect(() => {
    if (hides) navigate(path, { replace: true, state: fromMenu ? SEEN.menu : SEEN.other })
  }, [hides, path, navigate, fromMenu])

  useEffect(() => {
    // The browser may keep the page as it is drawn now.
    const hide = (event: PageTransitionEvent) => {
      if (event.persisted) flushSync(() => setHidden(true))
    }
    addEventListener('pagehide', hide)
    return () => removeEventListener('pagehide', hide)
  }, [])

  return { fromMenu, hidden, show: () => setHidden(false) }
}
