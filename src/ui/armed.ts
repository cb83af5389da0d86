import { useEffect, useState } from 'react'

/** Milliseconds that a decision must have been visible before it can be confirmed. */
export const ARM_DELAY = 700

/**
 * False until what `key` names has been painted, visible and focused for a moment, so that a dialog which appears
 * under the pointer cannot be confirmed by a press that was meant for something else.
 */
export const useArmed = (key: string): boolean => {
  const [armed, setArmed] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      setArmed(undefined)
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return
      timer = setTimeout(() => setArmed(key), ARM_DELAY)
    }
    start()
    window.addEventListener('focus', start)
    window.addEventListener('blur', start)
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', start)
      window.removeEventListener('blur', start)
      document.removeEventListener('visibilitychange', start)
    }
  }, [key])
  return armed === key
}
