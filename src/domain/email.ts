/**
 * The one function that decides whether two addresses are the same account. Addresses are ASCII, so only A to Z
 * change: no locale and no database collation has a say.
 */
export const emailKey = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
