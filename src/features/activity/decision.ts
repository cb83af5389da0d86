import type { ApprovalState } from '#contract/transaction.ts'
import { activityText } from '#text/activity.ts'

const text = activityText.decision

type Guardian = Pick<ApprovalState['guardians'][number], 'decision' | 'decidedAt' | 'counts'>

/** `Approved 14:05`, `Waiting`, or why the guardian has no part in it. */
export const decisionText = (
  { decision, decidedAt, counts }: Guardian,
  clock: (instant: string) => string,
): string => {
  if (!counts) return text.removed
  const at = decidedAt ? ` ${clock(decidedAt)}` : ''
  if (decision === 'approved') return `${text.approved}${at}`
  if (decision === 'rejected') return `${text.rejected}${at}`
  return decision === 'pending' ? text.waiting : text.notNeeded
}
