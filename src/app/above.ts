import { modalsAtom, openPanel, type Panel, panelAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { above, lost } from './lost.ts'

/** Browsers have no name for it but that of a wrong type; of styles the page's own loader says it. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && (error instanceof TypeError ? /modul|import/i : /preload CSS/).test(error.message)

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

/** Teaches whatever loads the page again what lies over it. */
export const bindAbove = (): void => {
  // Parts that no component waits for: a menu, a codec.
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isGone(reason)) void lost(reason).catch(() => undefined)
  })
  above.keep = () => {
    const url = new URL(location.href)
    for (const [name, value] of openingOf(store.get(panelAtom))) url.searchParams.set(name, value)
    if (store.get(modalsAtom)[0]?.id === 'connect-to') url.hash = 'connect='
    history.replaceState(history.state, '', url)
  }
  above.isFilled = () => {
    const panel = store.get(panelAtom)
    if (panel?.id !== 'transaction-details') return false
    openPanel({ id: 'sends-funds', walletId: panel.draft.walletId, draft: panel.draft })
    return true
  }
}
