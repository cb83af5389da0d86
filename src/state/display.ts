import { storedAtom } from './registry.ts'

/**
 * Amounts are covered where nobody decides on them. A file or a statement that somebody asks for is exact all the same, and
 * so is a notice of the system, which is switched off by itself.
 */
export const hideAmountsAtom = storedAtom<boolean>(
  'hide-amounts',
  (stored) => (typeof stored === 'boolean' ? { success: true, data: stored } : { success: false }),
  false,
)
