import { staleAtom, takeUpdateAtom } from '#state/browser.ts'
import { store } from '#state/store.ts'

/** A page that was loaded again not longer than this (milliseconds) ago is not loaded again by itself. */
const SETTLED = 30_000

/** What lies over the page; the signed-in screens know more of it. */
export const above = {
  /** Something is filled in there that is no field any more; it is shown again. */
  isFilled: () => false,
  /** Has the next load open it again. */
  keep: () => undefined as unknown,
}

/** Whether anything was typed that a new load would lose. */
const isFilled = (): boolean => {
  if (above.isFilled()) return true
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox],[type=radio],[readonly]),textarea',
  )
  // What a screen that has been left held was sent with it.
  return [...fields].some((field) => field.value && field.checkVisibility())
}

/** The same place, with what was open over it. */
const reload = (): void => {
  above.keep()
  location.reload()
}

const wasJustReloaded = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' && performance.now() < SETTLED
}

const NEVER = new Promise<never>(() => undefined)

/**
 * A part of the page that does not load, most often because a newer version has replaced it: the page loads again, once
 * and by itself, but asks first while something is typed. Without a server it would come back no wiser.
 */
export const lost = async (error: unknown): Promise<void> => {
  if (!navigator.onLine) throw error
  if (isFilled()) {
    store.set(takeUpdateAtom, { run: reload })
    store.set(staleAtom, true)
    return
  }
  if (wasJustReloaded()) throw error
  reload()
  return NEVER
}
