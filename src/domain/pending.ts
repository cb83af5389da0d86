/** Of invites, approvals and requests alike: only what is pending is new, acted on and counted. */
export const isPending = ({ status }: { status: string }): boolean => status === 'pending'

export const pendingItems = <T extends { status: string }>(items: readonly T[]): T[] =>
  items.filter(isPending)

/** The red dot of the Guardian Hub: something there waits for an answer. */
export const hasHubDot = (
  invites: readonly { status: string }[],
  approvals: readonly { status: string }[],
): boolean => invites.some(isPending) || approvals.some(isPending)
