/**
 * What sees an entry of the history before the router does. A window calls its listeners in the order in which they
 * came, capturing or not, and what knows of the layers is loaded late: it takes this place over.
 */
export const popstate: { first(event?: Event): void } = { first() {} }
