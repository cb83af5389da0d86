/**
 * A window calls its listeners in the order in which they came, capturing or not, and the router's comes before those
 * of a chunk that is loaded later. This one comes first: whoever sets `first` sees an entry before the router does.
 */
export const popstate: { first?: () => void } = {}

if (typeof window !== 'undefined') addEventListener('popstate', () => popstate.first?.())
