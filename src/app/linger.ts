import { useEffect, useState } from 'react'
import { DIALOG_LEAVE } from '#contract/limit.ts'

/**
 * What to draw while something else is wanted: the old one stays, closed, until its transition is over, and
 * only then the next one opens.
 */
export const useLinger = <T>(wanted: T | null): { shown: T | null; open: boolean } => {
  const [shown, setShown] = useState(wanted)
  useEffect(() => {
    if (shown === wanted) return
    if (shown === null) {
      setShown(wanted)
      return
    }
    const timer = setTimeout(() => setShown(wanted), DIALOG_LEAVE)
    return () => clearTimeout(timer)
  }, [shown, wanted])
  return { shown, open: shown !== null && shown === wanted }
}
