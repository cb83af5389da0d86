import { useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useMemo, useRef } from 'react'
import './queries.ts'

interface PollOptions {
  /** Milliseconds from one call to the next. */
  interval: number
  enabled: boolean
}

/**
 * Asks again and again while the component is there. `fn` may close over anything that `key` names; a new key
 * starts anew.
 */
export const usePoll = <T>(
  key: readonly unknown[],
  fn: (signal: AbortSignal) => Promise<T>,
  { interval, enabled }: PollOptions,
): { data: T | undefined; failed: boolean; again: () => void } => {
  const latest = useRef(fn)
  latest.current = fn
  const name = JSON.stringify(key)
  const pollAtom = useMemo(
    () =>
      atomWithQuery(() => ({
        queryKey: ['poll', name],
        queryFn: ({ signal }) => latest.current(signal),
        enabled,
        refetchInterval: interval,
        staleTime: 0,
        gcTime: 0,
        retry: false,
      })),
    [name, enabled, interval],
  )
  const { data, isError, refetch } = useAtomValue(pollAtom)
  return { data, failed: isError, again: () => void refetch() }
}
