import { staleAtom, takeUpdateAtom } from '#state/browser.ts'
import { modalsAtom, openPanel, type Panel, panelAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'

/** A page that was loaded again not longer than this (milliseconds) ago is not loaded again by itself. */
const SETTLED = 30_000

/** How to open the same panel again at the next load; undefined for what has no address. */
const openingOf = (panel: Panel | null): [name: string, value: string][] => {
  switch (panel?.id) {
    case 'sends-funds':
      return [['open', 'send']]
    case 'receive-funds':
      return [['open', 'receive']]
    case 'add-new-wallet':
      return [['open', 'wallet']]
    case 'invite-guardian':
      return [['open', 'guardian']]
    case 'transaction-info':
      return [
        ['tab', 'activity'],
        ['wallet', panel.walletId],
        ['item', panel.transactionId],
      ]
    default:
      return []
  }
}

/** Whether anything was typed that a new load would lose. */
const isFilled = (): boolean => {
  if (store.get(panelAtom)?.id === 'transaction-details') return true
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox],[type=radio]), textarea',
  )
  return [...fields].some((field) => !field.readOnly && field.value !== '')
}

/** The same place, with what was open over it. */
const reload = (): void => {
  const url = new URL(location.href)
  for (const [name, value] of openingOf(store.get(panelAtom))) url.searchParams.set(name, value)
  if (store.get(modalsAtom)[0]?.id === 'connect-to') url.hash = 'connect='
  history.replaceState(history.state, '', url)
  location.reload()
}

const wasJustReloaded = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' && performance.now() < SETTLED
}

const isThere = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const NEVER = new Promise<never>(() => undefined)

/** Browsers have no name for it but that of a wrong type; of styles the page's own loader says it. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && (error instanceof TypeError ? /modul|import/i : /preload CSS/).test(error.message)

/**
 * A part of the page that does not load, most often because a newer version has replaced it: the page loads again, once
 * and by itself, but asks first while something is typed. Without a server it would come back no wiser.
 */
export const lost = async (error: unknown): Promise<never> => {
  if (!isGone(error) || !(await isThere())) throw error
  if (isFilled()) {
    // What was filled in comes back into the form that it is from.
    const panel = store.get(panelAtom)
    if (panel?.id === 'transaction-details')
      openPanel({ id: 'sends-funds', walletId: panel.draft.walletId, draft: panel.draft })
    store.set(takeUpdateAtom, { run: reload })
    store.set(staleAtom, true)
    return NEVER
  }
  if (wasJustReloaded()) throw error
  reload()
  return NEVER
}
