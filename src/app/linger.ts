import { useEffect, useEffectEvent, useState } from 'react'
import { LEAVES_MS } from '#ui/gone.ts'

/**
 * Calls `end` if what is leaving has not said in time that it has left: in a hidden tab it says so late, and where it
 * was closed before its code was there never.
 */
const useLeaves = (leaving: boolean, end: () => void): void => {
  const latest = useEffectEvent(end)
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(latest, LEAVES_MS)
    return () => clearTimeout(timer)
  }, [leaving])
}

/**
 * What to draw while something else is wanted: the old one stays, closed, until it says that it has left, and only then
 * the next one opens.
 */
export const useLinger = <T>(wanted: T | null): { shown: T | null; open: boolean; onLeft: () => void } => {
  const [shown, setShown] = useState(wanted)
  if (shown === null && wanted !== null) setShown(wanted)
  const leaving = shown !== null && shown !== wanted
  const onLeft = () => setShown(wanted)
  useLeaves(leaving, onLeft)
  return { shown, open: shown !== null && !leaving, onLeft }
}

/** The same for steps of one flow: the next one takes the place of the one before at once, and does not enter anew. */
export const useSteps = <T>(wanted: T | null) => {
  const [now, setNow] = useState({ shown: wanted, open: wanted !== null, enters: true })
  if (wanted === null ? now.open : !now.open || wanted !== now.shown)
    setNow(wanted === null ? { ...now, open: false } : { shown: wanted, open: true, enters: !now.open })
  const leaving = now.shown !== null && !now.open
  const onLeft = () => setNow((last) => (last.open ? last : { ...last, shown: null }))
  useLeaves(leaving, onLeft)
  return { ...now, onLeft }
}
