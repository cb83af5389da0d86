import * as z from 'zod/mini'
import { persistedAtom } from './persisted.ts'
import type { Store } from './store.ts'

/** When each list was last true to the server, by the name of the list. */
export const loadedAtom = persistedAtom<Record<string, string>>(
  'loaded',
  z.record(z.string(), z.string()),
  {},
)

/** Prices and settings change without an event. */
export const UNTOLD: ReadonlySet<string> = new Set(['tokens', 'config'])

/** Events kept true until now whatever was read since `since` (milliseconds), the login of the live connection. */
export const keptTrue = (store: Store, since: number): void => {
  const from = new Date(since).toISOString()
  const now = new Date().toISOString()
  store.set(loadedAtom, (loaded) =>
    Object.fromEntries(
      Object.entries(loaded).map(([name, at]) => [name, at >= from && !UNTOLD.has(name) ? now : at]),
    ),
  )
}
