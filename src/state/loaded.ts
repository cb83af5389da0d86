import * as z from 'zod/mini'
import { persistedAtom } from './registry.ts'

/** When each list was last read from the server, by the name of the list. */
export const loadedAtom = persistedAtom<Record<string, string>>(
  'loaded',
  z.record(z.string(), z.string()),
  {},
)
