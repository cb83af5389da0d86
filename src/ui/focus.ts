import { useCallback, useRef } from 'react'

const FIELD =
  'input:not(:disabled), textarea:not(:disabled), button[aria-haspopup=listbox]:not(:disabled), select:not(:disabled)'
const CONTROL = 'button:not(:disabled), a[href]'

/**
 * Where the focus starts in a dialog: on what took it with `autoFocus`, else on `data-autofocus`, else on the first
 * field, else on the first control. Headless UI alone would focus the panel itself.
 */
export function useFirstFocus() {
  const first = useRef<HTMLElement>(null)
  const container = useCallback((element: HTMLElement | null) => {
    const active = document.activeElement
    if (!element) first.current = null
    else if (active instanceof HTMLElement && element.contains(active)) first.current = active
    else {
      const wanted = ['[data-autofocus]', FIELD, CONTROL].map((what) =>
        element.querySelector<HTMLElement>(what),
      )
      first.current = wanted.find(Boolean) ?? null
    }
    // Headless UI comes back to it when what lay above has closed.
    element?.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) first.current = target
    })
  }, [])
  return { first, container }
}
