import { FORMAT_KEY, LANGUAGE_KEY, NOTICE_WORDS_KEY } from '#contract/kept.ts'
import { cursorsAtom, persistedEntries } from './registry.ts'
import type { Store } from './store.ts'

/** Entries that belong to the browser rather than to one user's data. */
const KEPT: ReadonlySet<string> = new Set([
  'auth',
  'theme',
  LANGUAGE_KEY,
  FORMAT_KEY,
  NOTICE_WORDS_KEY,
  'config',
])

/** Forgets everything that was read for a user. */
export const emptyData = (store: Store): void => {
  store.set(cursorsAtom, {})
  for (const entry of persistedEntries()) if (!KEPT.has(entry.key)) store.set(entry.atom, entry.initial)
}
