/** Controls that no browser test uses, each with the reason. */
export const UNUSED: Record<string, string> = {}

/** So many more may be left unused; only ever fewer. */
export const MOST_UNUSED = 100
