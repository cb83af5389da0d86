import { trackMarketing } from '#contract/endpoints/user.ts'
import { marketingIdOf } from '#domain/marketing.ts'
import type { Call } from '#net/api.ts'

/** Tells the server where the user came from. Nobody waits for it. */
export const sendMarketing = async (call: Call, cookies: string): Promise<void> => {
  const marketingId = marketingIdOf(cookies)
  if (!marketingId) return
  try {
    await call(trackMarketing, { query: { marketingId } })
  } catch {
    // A campaign that is not counted is nobody's trouble at sign-in.
  }
}
