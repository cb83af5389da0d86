/**
 * Raised whenever client and server begin to say something that the one before does not understand: a field that is sent,
 * a call, a changed meaning. 1 is what did not name its version yet. 2: `kinds` of Web Push, and `pulse` of sockets.
 * 3: `since` of lists. 4: `contacts`, `sessions`, `account-log`
 * and `factors`, and a note in the text that guardians sign. 5: `users/my/update`, `language` of a
 * sign-in, and `contacts/changed`. 6: the symbol in the text of what a send showed.
 */
export const CONTRACT_VERSION = 6

/** Each side understands the other's version before its own. */
export const OLDEST_KNOWN = CONTRACT_VERSION - 1

/** The version of whoever speaks: of the page in a call, of the server in every answer. */
export const VERSION_HEADER = 'x-contract-version'
/** The oldest version of a page that the server still answers. */
export const OLDEST_HEADER = 'x-contract-oldest'

/** What one who names no version speaks. */
export const UNNAMED_VERSION = 1

/** The version that a header names. */
export const versionIn = (header: string | null | undefined): number =>
  header && Number.isInteger(+header) ? +header : UNNAMED_VERSION
