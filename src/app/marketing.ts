import { marketingCookie } from '#domain/marketing.ts'

/** Remembers the campaign that brought the visitor here, whatever page it was. */
export const rememberMarketing = (page: Document): void => {
  const { searchParams, protocol } = new URL(page.location.href)
  const cookie = marketingCookie(searchParams.get('marketingId'), page.cookie, protocol === 'https:')
  if (cookie) page.cookie = cookie
}
