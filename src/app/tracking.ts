import { trackMarketing } from '#contract/endpoints/user.ts'
import type { Call } from '#net/api.ts'
import { readMarketing } from './marketing.ts'

/** Tells the server where the user came from. Nobody waits for it. */
export const sendMarketing = async (call: Call, cookies: string): Promise<void> => {
  const value = readMarketing(cookies)
  if (!value) return
  try {
    await call(trackMarketing, { query: { marketingId: decodeURIComponent(value) } })
  } catch {
    // A campaign that is not counted is nobody's trouble at sign-in.
  }
}
