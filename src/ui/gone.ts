import { useEffect, useRef, useState } from 'react'
import { DIALOG_LEAVE } from '#contract/limit.ts'

/** In which what was closed has left, in milliseconds: five times what its style takes. */
export const LEAVES_MS = 5 * DIALOG_LEAVE

/**
 * Whether what was closed has to be gone. Headless UI (2.2) forgets a close in the middle of the entry while the browser
 * is busy: it waits for transitions that the close itself cancelled, and shows dialog, menu or list for ever.
 */
export function useGone(open: boolean): boolean {
  const [gone, setGone] = useState(false)
  const opened = useRef(false)
  useEffect(() => {
    if (open) {
      opened.current = true
      return setGone(false)
    }
    if (!opened.current) return
    const timer = setTimeout(() => setGone(true), LEAVES_MS)
    return () => clearTimeout(timer)
  }, [open])
  return gone && !open
}
