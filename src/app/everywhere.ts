import { signOutAll } from '#contract/endpoints/auth.ts'
import { isUnanswered } from '#net/error.ts'
import { request } from '#state/request.ts'
import { signOutEverywhere } from '#state/session.ts'
import { withFactor } from '#state/stepup.ts'
import { stepUpText } from '#text/stepup.ts'

/**
 * Ends all sessions of this person. The server is asked before anything goes here, for it may want a fresh second
 * factor; where it can't be heard, this device is signed out all the same.
 */
export const endEverywhere = async (): Promise<void> => {
  try {
    await withFactor(() => request(signOutAll, { body: {} }), stepUpText.acts.endAll)
  } catch (error) {
    if (!isUnanswered(error)) throw error
  }
  await signOutEverywhere()
}
