import { type RefObject, useEffect, useRef } from 'react'

/** Calls back when no dialog lies over the list any more: until then it keeps the focus to itself. */
const whenUncovered = (then: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (timer || document.querySelector('.dialog-panel')) return
    watch.disconnect()
    // The dialog gives the focus back first, as far as it can.
    timer = setTimeout(then)
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true })
  look()
  return () => {
    watch.disconnect()
    clearTimeout(timer)
  }
}

/** Where the focus goes from the list: to the next row after a decision, or to what the list led to. */
export const useNextFocus = (list: RefObject<HTMLElement | null>, ids: readonly string[]) => {
  const chosen = useRef<{ id: string; at: number }>(undefined)
  const led = useRef<() => void>(undefined)
  const decided = chosen.current !== undefined && !ids.includes(chosen.current.id)
  useEffect(() => {
    if (!decided) return
    return whenUncovered(() => {
      const at = chosen.current?.at ?? 0
      chosen.current = undefined
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
      const next = rows[Math.min(at, rows.length - 1)] ?? list.current?.querySelector('[data-autofocus]')
      if (next instanceof HTMLElement) next.focus()
    })
  }, [decided, list])
  useEffect(
    () => () => {
      // After the focus has gone back to the button.
      if (led.current) setTimeout(led.current)
    },
    [],
  )
  return {
    chose: (id: string) => {
      chosen.current = { id, at: ids.indexOf(id) }
    },
    leadTo: (lead: () => void) => {
      led.current = lead
    },
  }
}
