import { useRef, useState } from 'react'
import { openError } from './modals.ts'
import { say } from './say.ts'
import { isRefusal, isSilent, words } from './words.ts'

export type OnError =
  | { onError: 'toast' | 'error-info' }
  | { onError: 'field'; field: string | ((error: unknown) => string) }

export interface Action<A extends unknown[], R> {
  /** Never rejects: undefined after a failure, which has been shown by then. */
  run: (...args: A) => Promise<R | undefined>
  working: boolean
  /** The text for the field. */
  error: string | undefined
  clear: () => void
}

/** Shows a failure where it belongs; answers the field's text when it belongs to the field. */
export const report = (error: unknown, options: OnError): string | undefined => {
  if (isSilent(error)) return undefined
  if (options.onError === 'field' && isRefusal(error))
    return typeof options.field === 'string' ? options.field : options.field(error)
  if (options.onError === 'error-info') openError(words(error))
  else say(words(error).message, 'error')
  return undefined
}

/** Something that the user sets off: one at a time, with its failure put into words in one place. */
export const useAction = <A extends unknown[], R>(
  fn: (...args: A) => Promise<R>,
  options: OnError,
): Action<A, R> => {
  const busy = useRef(false)
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string>()

  const run = async (...args: A): Promise<R | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setWorking(true)
    setError(undefined)
    try {
      return await fn(...args)
    } catch (failure) {
      setError(report(failure, options))
      return undefined
    } finally {
      busy.current = false
      setWorking(false)
    }
  }

  return { run, working, error, clear: () => setError(undefined) }
}
