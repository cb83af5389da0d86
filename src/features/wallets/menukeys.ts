import { type KeyboardEvent, type RefObject, useRef } from 'react'

/** Letters that come within that time (milliseconds) are one beginning of a name. */
const TOGETHER = 500

const ITEMS = '[role=menuitem]'

/** The item whose name begins so, looked for from the one after `from` on. */
const named = (items: readonly HTMLElement[], start: string, from: number): HTMLElement | undefined =>
  [...items.slice(from), ...items.slice(0, from)].find(({ dataset }) =>
    dataset.name?.toLowerCase().startsWith(start),
  )

/** Keys of a menu: arrows go round, Home and End, and letters find names. `field` lies above the first item. */
export const useMenuKeys = (field: RefObject<HTMLElement | null>) => {
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]

  const step = (to: 'first' | 'last') =>
    items()
      .at(to === 'first' ? 0 : -1)
      ?.focus()

  const target = (event: KeyboardEvent): HTMLElement | null | undefined => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    switch (key) {
      case 'ArrowDown':
      case 'ArrowRight':
        return all[(at + 1) % all.length]
      case 'ArrowUp':
      case 'ArrowLeft':
        return at <= 0 ? (field.current ?? all.at(-1)) : all[at - 1]
      case 'Home':
        return all[0]
      case 'End':
        return all.at(-1)
    }
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined
    const goesOn = timeStamp - typed.current.at < TOGETHER && typed.current.text !== ''
    // A space presses the item, unless it stands in a name.
    if (key === ' ' && !goesOn) return undefined
    const text = (goesOn ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    return named(all, text, goesOn ? Math.max(at, 0) : at + 1) ?? all[at]
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return { menu, onKeyDown, step }
}
