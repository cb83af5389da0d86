/**
 * The one function that decides whether two addresses are the same account. Addresses are ASCII, so only A to Z
 * change: no locale and no database collation has a say.
 */
export const emailKey = (email: string): string =>
  email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * The mailbox behind an address, as far as the address tells: what follows a plus names no other one, and neither do
 * dots and the second domain of Gmail.
 */
const mailbox = (email: string): string => {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)]
  const base = local.split('+')[0] || local
  return GMAIL.includes(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`
}

/** Why an address cannot be a Guardian's: it is the owner's own. */
export const ownAddressError = (owner: string, email: string): string | undefined => {
  if (emailKey(owner) === emailKey(email)) return 'You cannot be a Guardian of your own wallet'
  return mailbox(owner) === mailbox(email)
    ? 'This is another spelling of your own address. A Guardian should be somebody else.'
    : undefined
}
