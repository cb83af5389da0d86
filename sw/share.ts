/** Where the manifest has other apps share to. Only this worker answers it. */
export const SHARE_PATH = '/share'

const FIELDS = ['url', 'text', 'title']
/** More than any link of WalletConnect has. */
const LONGEST = 2048

/**
 * Leads what was shared to 'Connect to...', where it is only filled in. It goes by the fragment: the key in such a link
 * is for nobody else.
 */
export const answerShare = async (request: Pick<Request, 'formData' | 'url'>): Promise<Response> => {
  const form = await request.formData().catch(() => undefined)
  const shared = FIELDS.flatMap((field) => {
    const value = form?.get(field)
    return typeof value === 'string' ? [value] : []
  }).join(' ')
  const link = /\bwc:\S+/i.exec(shared)?.[0] ?? shared.trim()
  const path = `/wallets#connect=${encodeURIComponent(link.slice(0, LONGEST))}`
  return Response.redirect(new URL(path, request.url), 303)
}
