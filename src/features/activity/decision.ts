import type { ApprovalState } from '#contract/transaction.ts'

type Guardian = Pick<ApprovalState['guardians'][number], 'decision' | 'decidedAt' | 'counts'>

/** `Approved 14:05`, `Waiting`, or why the guardian has no part in it. */
export const decisionText = (
  { decision, decidedAt, counts }: Guardian,
  clock: (instant: string) => string,
): string => {
  if (!counts) return "Removed, doesn't count"
  const at = decidedAt ? ` ${clock(decidedAt)}` : ''
  if (decision === 'approved') return `Approved${at}`
  if (decision === 'rejected') return `Rejected${at}`
  return decision === 'pending' ? 'Waiting' : 'Not needed'
}
