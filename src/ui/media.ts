import { useSyncExternalStore } from 'react'

/** True while the media query holds. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** From `md` on: the desktop shell, tables instead of lists. */
export function useDesktop(): boolean {
  return useMediaQuery('(min-width: 48rem)')
}
