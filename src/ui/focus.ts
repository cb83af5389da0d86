import { useCallback, useRef } from 'react'

const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), textarea:not(:disabled)'

/**
 * Where the focus starts in a dialog: on what took it with `autoFocus`, else on `data-autofocus`, else on the
 * first control. Headless UI alone would focus the panel itself.
 */
export function useFirstFocus() {
  const first = useRef<HTMLElement>(null)
  const container = useCallback((element: HTMLElement | null) => {
    const active = document.activeElement
    if (!element) first.current = null
    else if (active instanceof HTMLElement && element.contains(active)) first.current = active
    else first.current = element.querySelector('[data-autofocus]') ?? element.querySelector(FOCUSABLE)
  }, [])
  return { first, container }
}
