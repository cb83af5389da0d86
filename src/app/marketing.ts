import { MARKETING_COOKIE, MARKETING_MAX_AGE_SECONDS, MARKETING_MAX_LENGTH } from '#contract/limit.ts'

/** The value that is remembered, still encoded. */
export const readMarketing = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${MARKETING_COOKIE}=`))
    ?.slice(MARKETING_COOKIE.length + 1)

/** The cookie to set for this address; undefined when there is nothing to remember or something already. */
export const marketingCookie = (url: URL, cookies: string): string | undefined => {
  const id = url.searchParams.get('marketingId')
  if (!id || id.length > MARKETING_MAX_LENGTH || readMarketing(cookies) !== undefined) return undefined
  const secure = url.protocol === 'https:' ? '; secure' : ''
  return `${MARKETING_COOKIE}=${encodeURIComponent(id)}; path=/; max-age=${MARKETING_MAX_AGE_SECONDS}; samesite=lax${secure}`
}

/** Remembers the campaign that brought the visitor here, whatever page it was. */
export const rememberMarketing = (page: Document): void => {
  const cookie = marketingCookie(new URL(page.location.href), page.cookie)
  if (cookie) page.cookie = cookie
}
