import { useCallback, useRef } from 'react'

const FIELD =
  'input:not(:disabled), textarea:not(:disabled), button[aria-haspopup=listbox]:not(:disabled), select:not(:disabled)'
const CONTROL = 'button:not(:disabled), a[href]'

/** What has the focus now; of a menu that closes, its button. */
const opener = (): HTMLElement | null => {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  const owner = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return owner instanceof HTMLElement ? owner : null
}

const firstOf = (element: HTMLElement): HTMLElement | null => {
  const active = document.activeElement
  if (active instanceof HTMLElement && element.contains(active)) return active
  const wanted = ['[data-autofocus]', FIELD, CONTROL].map((what) => element.querySelector<HTMLElement>(what))
  return wanted.find(Boolean) ?? null
}

/**
 * Where the focus goes after the dialogs that are going now: also after the step that takes their place. A question that
 * goes together with what it lay over came from a button that goes, too.
 */
let handedOn: HTMLElement[] = []

/**
 * Where the focus starts in a dialog: on what took it with `autoFocus`, else on `data-autofocus`, else on the first
 * field, else on the first control. Headless UI alone would focus the panel itself. It ends where it came from.
 */
export function useFirstFocus() {
  const first = useRef<HTMLElement>(null)
  const from = useRef<HTMLElement>(null)
  const container = useCallback((element: HTMLElement | null) => {
    first.current = element && firstOf(element)
    if (!element) {
      // Headless UI loses its way when the opener was in a menu that is gone, or many fields ago.
      const back = from.current
      if (back) handedOn.push(back)
      setTimeout(() => {
        handedOn = []
        if (document.activeElement === document.body) back?.focus()
      })
      return
    }
    const now = opener()
    from.current = now === document.body ? (handedOn.find(({ isConnected }) => isConnected) ?? null) : now
    // Headless UI comes back to it when what lay above has closed.
    element.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) first.current = target
    })
  }, [])
  return { first, container }
}
