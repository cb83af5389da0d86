import { quoteRequest } from '#contract/endpoints/dapp.ts'
import { api } from '#state/api.ts'
import { useOnline } from '#state/online.ts'
import { usePoll } from '#state/poll.ts'

/** Fees move with the blocks (milliseconds). */
const AGAIN = 15_000

/** What the transaction of a pending request would cost now. `failed`: the server could not say. */
export const useQuote = (id: string) => {
  const online = useOnline()
  const { data, failed } = usePoll(
    ['quote', id],
    (signal) => api.call(quoteRequest, { params: { id } }, { signal }),
    { interval: AGAIN, enabled: online },
  )
  return { quote: data, failed }
}
