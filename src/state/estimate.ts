import { useEffect, useState } from 'react'

/** Milliseconds after the last change before an estimate is asked for. */
export const ESTIMATE_DELAY = 400

export interface Estimate<T> {
  value: T | undefined
  /** Why there is no answer. */
  error: unknown
  /** Asks anew at once; a value that is there stays until the next one comes. */
  again: () => void
}

type Answer<T> = { key: string; value?: T; error?: unknown }

/**
 * The answer for what stands in a form now. It is asked for once the form has been still for a moment; an answer
 * for an older input never shows. `key` names the input, undefined while it is not complete.
 */
export const useEstimate = <T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Estimate<T> => {
  const [answer, setAnswer] = useState<Answer<T>>()
  const [turn, setTurn] = useState({ key, count: 0 })
  const repeated = turn.key === key && turn.count > 0 ? turn.count : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names everything that `ask` closes over
  useEffect(() => {
    if (key === undefined) return
    const cancel = new AbortController()
    const settle = (given: Answer<T>) => {
      if (!cancel.signal.aborted) setAnswer(given)
    }
    const timer = setTimeout(
      () =>
        void ask(cancel.signal).then(
          (value) => settle({ key, value }),
          (error: unknown) => settle({ key, error }),
        ),
      repeated > 0 ? 0 : ESTIMATE_DELAY,
    )
    return () => {
      clearTimeout(timer)
      cancel.abort()
    }
  }, [key, repeated])
  const known = answer?.key === key ? answer : undefined
  return {
    value: known?.value,
    error: known?.error,
    again: () => {
      setAnswer((given) => (given?.error === undefined ? given : undefined))
      setTurn({ key, count: repeated + 1 })
    },
  }
}
