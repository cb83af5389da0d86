import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, requiredApprovals } from '#domain/guardian.ts'

/** The stricter of today's rule and the earlier one that still binds beside it; `count` 0 when nobody is asked. */
export const guardedBy = (
  wallet: Pick<Wallet, 'features'>,
  confirmed: number,
  now = Date.now(),
): { count: number; max: number } => {
  const flow = approvalFlow(wallet)
  const rule = { count: requiredApprovals(flow, confirmed), max: confirmed }
  const { until, startsAt } = flow
  const isBinding = until && startsAt && Date.parse(startsAt) > now && until.consensus >= rule.count
  return isBinding ? { count: until.consensus, max: until.confirmed } : rule
}
