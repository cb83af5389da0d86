/** Controls that no browser test uses, each with the reason. */
export const UNUSED: Record<string, string> = {}
