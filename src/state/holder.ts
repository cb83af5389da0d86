const NAME = 'SIGN_IN'
/** Longer than any session lives (seconds). */
const MAX_AGE = 34_560_000

/** Signed out, but the server has not heard of it yet. */
export const LEAVING = 'leaving'
export const SIGNED_OUT_HERE = 'out'

/**
 * Which sign-in this browser holds, in a cookie: it is there when the database is missing, full, slow or emptied, and
 * every tab reads it at once. An id of our own; what proves the session is the server's cookie.
 */
export interface Holder {
  read(): string | undefined
  write(value: string): void
}

/** The id of the sign-in that is held. */
export const heldBy = (holder: Pick<Holder, 'read'>): string | undefined => {
  const value = holder.read()
  return value === LEAVING || value === SIGNED_OUT_HERE ? undefined : value
}

export const openHolder = (): Holder => ({
  read() {
    const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${NAME}=`))
    return entry?.slice(NAME.length + 1) || undefined
  },
  write(value) {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore answers later, and an open tab must not wait for it
    document.cookie = `${NAME}=${value}; path=/; max-age=${MAX_AGE}; SameSite=Strict${secure}`
  },
})
