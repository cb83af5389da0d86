import { retireApprover } from '#contract/endpoints/guardian.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { stepUpText } from '#text/stepup.ts'

/** Takes a guardian his part, or an invite back. Without both ids there is nobody to remove. */
export const removeGuardian = async (walletId: string, approverId: string): Promise<void> => {
  if (!walletId || !approverId) return
  await withFactor(
    () => request(retireApprover, { params: { id: walletId, approverId }, body: {} }, { into: 'approver' }),
    stepUpText.acts.remove,
  )
}
