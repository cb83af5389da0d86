/** Whether a link leads to one of the screens inside this frame, and nowhere else. */
export const isFramed = (link: string): boolean => {
  const url = URL.canParse(link, location.origin) ? new URL(link, location.origin) : undefined
  return (
    url?.origin === location.origin &&
    /^\/(?:wallets|guardian-hub|address-book|settings)\/?$/.test(url.pathname)
  )
}
