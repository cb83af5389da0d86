import { MARKETING_COOKIE, MARKETING_MAX_AGE_SECONDS, MARKETING_MAX_LENGTH } from '#contract/limit.ts'

/** The stored marketing id, from the text of document.cookie. */
export const marketingIdOf = (cookies: string): string | undefined => {
  const entry = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${MARKETING_COOKIE}=`))
  try {
    return entry && decodeURIComponent(entry.slice(MARKETING_COOKIE.length + 1))
  } catch {
    return undefined
  }
}

/** Percent-encoded, cut between characters so that at most 256 remain; halves of surrogate pairs are left out. */
const encode = (id: string): string => {
  let encoded = ''
  for (const character of id) {
    if (/^[\uD800-\uDFFF]$/.test(character)) continue
    const next = encoded + encodeURIComponent(character)
    if (next.length > MARKETING_MAX_LENGTH) break
    encoded = next
  }
  return encoded
}

/**
 * The cookie to set for a marketingId of the address bar; undefined when there is none, or when one is stored
 * already: the first one wins.
 */
export const marketingCookie = (
  marketingId: string | null,
  cookies: string,
  secure: boolean,
): string | undefined => {
  const isStored = cookies.split(/;\s*/).some((cookie) => cookie.startsWith(`${MARKETING_COOKIE}=`))
  const value = encode(marketingId ?? '')
  if (isStored || value === '') return undefined
  const attributes = `path=/; max-age=${MARKETING_MAX_AGE_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${MARKETING_COOKIE}=${value}; ${attributes}`
}
