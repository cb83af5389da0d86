import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** The rows near the viewport, and the room of those before and after them, in pixels. */
export interface Slice<T> {
  rows: T[]
  /** Which of all the first of them is. */
  first: number
  before: number
  after: number
  total: number
  /** Takes the `data-index` and the height of a row that is drawn: larger text makes it higher. */
  measure: (row: Element | null) => void
}

/** Heights in pixels with the line between rows, where text has its usual size. */
export const DESKTOP_ROW = 65
export const PHONE_ROW = 95
/** With a badge below the title. */
export const PHONE_ROW_BADGE = 123

/** Remembers what was drawn of an item for as long as the item lives. */
export const kept = <S extends object, T>(draw: (item: S) => T): ((item: S) => T) => {
  const drawn = new WeakMap<S, T>()
  return (item) => {
    const known = drawn.get(item)
    if (known !== undefined) return known
    const fresh = draw(item)
    drawn.set(item, fresh)
    return fresh
  }
}

/** Cuts a long list of rows down to what the window shows. `height`: of a row that was not drawn yet. */
export const useSlice = <S, T>(items: readonly S[], height: (item: S) => number, draw: (item: S) => T) => {
  const ref = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    setMargin((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : height(item)
    },
    overscan: 8,
    scrollMargin: margin,
  })
  const shown = virtualizer.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const slice: Slice<T> = {
    rows: shown.flatMap(({ index }) => {
      const item = items[index]
      return item === undefined ? [] : [draw(item)]
    }),
    first: first?.index ?? 0,
    before: first ? first.start - margin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - margin) : 0,
    total: items.length,
    measure: virtualizer.measureElement,
  }
  return { ref, slice }
}
