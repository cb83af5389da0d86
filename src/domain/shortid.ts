/** The first two digits of an e-mail request's id, which its mail and its screen both show. */
export const shortId = (id: string): string => id.replace(/\D/g, '').slice(0, 2)
