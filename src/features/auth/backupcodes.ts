import { generateBackupCodes, listBackupCodes } from '#contract/endpoints/user.ts'
import type { BackupCode } from '#contract/user.ts'
import { codesAtom } from '#state/auth.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { store } from '#state/store.ts'
import { stepUpText } from '#text/stepup.ts'
import { freshFactor } from './handover.ts'

/**
 * Generates codes right after setup or restore; every later look only lists them. An answer that never came may
 * have generated them all the same, so the list is asked for next.
 */
export async function askBackupCodes(): Promise<BackupCode[]> {
  const fresh = freshFactor.take()
  if (fresh) {
    try {
      return await generate()
    } catch {
      return list()
    }
  }
  const codes = await list()
  // The page was left between the setup and its codes.
  return codes.length === 0 && store.get(codesAtom) === 'new' ? generate() : codes
}

const list = () => withFactor(() => request(listBackupCodes, {}), stepUpText.acts.codes)
const generate = () => withFactor(() => request(generateBackupCodes, { body: {} }), stepUpText.acts.codes)
