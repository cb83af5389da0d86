import { trackMarketing } from '#contract/endpoints/user.ts'
import { MARKETING_COOKIE, MARKETING_MAX_AGE_SECONDS, MARKETING_MAX_LENGTH } from '#contract/limit.ts'
import type { Call } from '#net/api.ts'

const readCookie = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${MARKETING_COOKIE}=`))
    ?.slice(MARKETING_COOKIE.length + 1)

/** The cookie to set for this address; undefined when there is nothing to remember or something already. */
export const marketingCookie = (url: URL, cookies: string): string | undefined => {
  const id = url.searchParams.get('marketingId')
  if (!id || id.length > MARKETING_MAX_LENGTH || readCookie(cookies) !== undefined) return undefined
  const secure = url.protocol === 'https:' ? '; secure' : ''
  return `${MARKETING_COOKIE}=${encodeURIComponent(id)}; path=/; max-age=${MARKETING_MAX_AGE_SECONDS}; samesite=lax${secure}`
}

/** Remembers the campaign that brought the visitor here, whatever page it was. */
export const rememberMarketing = (page: Document): void => {
  const cookie = marketingCookie(new URL(page.location.href), page.cookie)
  if (cookie) page.cookie = cookie
}

/** Tells the server where the user came from. Nobody waits for it. */
export const sendMarketing = async (call: Call, cookies: string): Promise<void> => {
  const value = readCookie(cookies)
  if (!value) return
  try {
    await call(trackMarketing, { query: { marketingId: decodeURIComponent(value) } })
  } catch {
    // A campaign that is not counted is nobody's trouble at sign-in.
  }
}
