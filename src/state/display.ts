import { storedAtom } from './registry.ts'

/** Amounts are covered where nobody decides on them. */
export const hideAmountsAtom = storedAtom<boolean>(
  'hide-amounts',
  (stored) => (typeof stored === 'boolean' ? { success: true, data: stored } : { success: false }),
  false,
)
