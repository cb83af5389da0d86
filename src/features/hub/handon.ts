import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What comes after an entry of a list that goes: its neighbour, else what held the list. */
const successor = (going: HTMLElement): HTMLElement | null => {
  const entry = going.closest('li')
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling
  return (
    neighbour?.querySelector<HTMLElement>('article, button') ??
    going.closest<HTMLElement>('[role=tabpanel], main')
  )
}

/**
 * For the buttons of an entry that goes once one of them is pressed: it hands the focus on, which would be lost, and its
 * user with it. `card`: the entry, where the buttons lie over the page, which can take the focus once they are gone.
 */
export function useHandOn(card?: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const going = buttons.current
    if (!going) return
    let pressed = false
    going.addEventListener('click', () => {
      pressed = true
    })
    return () => {
      const active = document.activeElement
      // A button that works is disabled, and has lost the focus.
      if (!pressed || (active !== document.body && !going.contains(active))) return
      const next = successor(card?.current ?? going)
      if (!next) return
      if (!next.matches('button')) next.tabIndex = -1
      if (card) setTimeout(() => next.focus())
      else next.focus()
    }
  }, [card])
  return buttons
}
