/** What fields say, and the one rule that the first screen has: it loads without the schemas that are built upon these. */

export const REQUIRED = 'This field is required'
export const INVALID_EMAIL = 'Invalid email format'
export const CODE_PATTERN = 'The code must be at least 6 characters and contain only numbers'

/** One ASCII address with a domain of at least two labels. */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

export const EMAIL_MAX = 254

/** What is wrong with an address, trimmed before; undefined when nothing is. */
export const emailProblem = (email: string): string | undefined => {
  if (email === '') return REQUIRED
  return email.length <= EMAIL_MAX && EMAIL_PATTERN.test(email) ? undefined : INVALID_EMAIL
}
