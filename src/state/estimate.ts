import { useEffect, useState } from 'react'

/** Milliseconds after the last change before an estimate is asked for. */
export const ESTIMATE_DELAY = 400

/**
 * The answer for what stands in a form now. It is asked for once the form has been still for a moment; an answer
 * for an older input never shows. `key` names the input, undefined while it is not complete. A failure answers
 * nothing: the form goes by its assumed values then.
 */
export const useEstimate = <T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): T | undefined => {
  const [answer, setAnswer] = useState<{ key: string; value: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names everything that `ask` closes over
  useEffect(() => {
    if (key === undefined) return
    const cancel = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const value = await ask(cancel.signal)
        if (!cancel.signal.aborted) setAnswer({ key, value })
      } catch {
        // Nothing to show: what the server refuses, it refuses with its reason on Submit.
      }
    }, ESTIMATE_DELAY)
    return () => {
      clearTimeout(timer)
      cancel.abort()
    }
  }, [key])
  return answer?.key === key ? answer?.value : undefined
}
