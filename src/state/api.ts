import { createApi } from '#net/api.ts'
import { reportOdd } from './reporter.ts'
import { hearVersion } from './version.ts'

type Listener = () => void
let whenUnauthorized: Listener = () => undefined

/** The page's own connection to the server. */
export const api = createApi({
  fetch: (...args) => globalThis.fetch(...args),
  // English is spoken until another is chosen, so it is no choice.
  language: () => {
    const lang = globalThis.document?.documentElement.lang
    return lang === 'en' ? undefined : lang
  },
  onUnauthorized: () => whenUnauthorized(),
  onVersion: hearVersion,
  onOdd: reportOdd,
})

/** The one listener for 'this session is over'. */
export const onUnauthorized = (listener: Listener): void => {
  whenUnauthorized = listener
}
