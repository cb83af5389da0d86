import type { WalletApprover } from '#contract/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, pendingCount, requiredApprovals, type Stepper } from './guardian.ts'
import { holdOf, isFrozen } from './hold.ts'

export interface Protection {
  /**
   * The first that holds: a guardian froze the wallet; its sends are held; weaker rules are to come; approval is on, and
   * somebody is invited to give it, or can give it, or nobody is even asked to; nobody has to approve. 'unknown' until it
   * is heard who the guardians are.
   */
  state: 'frozen' | 'held' | 'weaker' | 'invited' | 'protected' | 'empty' | 'unprotected' | 'unknown'
  /** The stricter of today's rule and the earlier one that still binds beside it; `count` 0 when nobody is asked. */
  rule: Stepper
  /** Approval is on, and nobody can give it. */
  isMissing: boolean
  /** Who has not answered an invite yet. */
  invited: number
  /** When weaker rules start. */
  startsAt: string | undefined
}

/** What stands between a transfer of this wallet and its network. `approvers`: undefined until they are read. */
export const protectionOf = (
  wallet: Pick<Wallet, 'features'>,
  approvers: readonly Pick<WalletApprover, 'status'>[] | undefined,
  now = Date.now(),
): Protection => {
  const flow = approvalFlow(wallet)
  const confirmed = flow.confirmed ?? (approvers && confirmedCount(approvers))
  const max = confirmed ?? 0
  const today = { count: requiredApprovals(flow, max), max }
  const { until, startsAt } = flow
  const isBinding = until && startsAt && Date.parse(startsAt) > now && until.consensus >= today.count
  const rule = isBinding ? { count: until.consensus, max: until.confirmed } : today
  const isMissing = flow.enabled && confirmed !== undefined && rule.count === 0
  const invited = pendingCount(approvers ?? [])
  const state = (): Protection['state'] => {
    if (isFrozen(wallet)) return 'frozen'
    if (holdOf(wallet)) return 'held'
    if (isBinding) return 'weaker'
    if (!flow.enabled) return 'unprotected'
    if (rule.count > 0) return 'protected'
    if (!isMissing) return 'unknown'
    return invited > 0 ? 'invited' : 'empty'
  }
  return { state: state(), rule, isMissing, invited, startsAt: isBinding ? startsAt : undefined }
}
