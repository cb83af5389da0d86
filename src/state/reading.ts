import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { api } from './api.ts'
import { useOnline } from './online.ts'
import { usePoll } from './poll.ts'

export interface Reading<T> {
  data: T | undefined
  load: { phase: 'loading' | 'ready' | 'failed' | 'offline'; retry: () => void }
  again: () => void
}

/** What a section shows, read anew while it is looked at: no other page has it, and none keeps it. */
export const useReading = <const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  interval: number,
): Reading<ReplyOf<E>> => {
  const online = useOnline()
  const { data, failed, again } = usePoll(
    [endpoint.path, input],
    (signal) => api.call(endpoint, input, { signal }),
    { interval, enabled: online },
  )
  const phase = data ? 'ready' : !online ? 'offline' : failed ? 'failed' : 'loading'
  return { data, load: { phase, retry: again }, again }
}
