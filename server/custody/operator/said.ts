import type { ChainKey } from '#server/custody/event.ts'
import type { Missing } from '#server/custody/hold/hold.ts'

/** A sentence for the operator, and whether something is left to do about it. */
export interface Said {
  text: string
  isLeft: boolean
}

export const fault = (text: string): Said => ({ text, isLeft: true })

/** Where something is so. */
export const spellChain = (chain: ChainKey): string =>
  typeof chain === 'number' ? `on chain ${chain}` : `on Bitcoin ${chain}`

/** Whose word a release still takes. */
export const spellMissing = ({ owner, operator, guardians }: Missing): string => {
  const who = [
    ...(owner ? ['its owner with a fresh second factor'] : []),
    ...(guardians > 0 ? [`${guardians} of its guardians`] : []),
    ...(operator ? ['an operator (release)'] : []),
  ]
  return who.length === 0
    ? 'All have agreed: release ends it, or its next send.'
    : `Its release takes ${who.join(', ')}.`
}
