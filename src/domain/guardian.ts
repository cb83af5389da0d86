import type { WalletApprover } from '#contract/guardian.ts'
import { MAX_GUARDIANS, MIN_CONSENSUS, STEPPER_MIN_CONFIRMED } from '#contract/limit.ts'
import type { Feature, Wallet } from '#contract/wallet.ts'

type Approver = Pick<WalletApprover, 'status'>

/** Confirmed and pending guardians; rejected and retired ones are history. */
export const listedApprovers = <T extends Approver>(approvers: readonly T[]): T[] =>
  approvers.filter(({ status }) => status === 'confirmed' || status === 'pending')

const count = (approvers: readonly Approver[], status: WalletApprover['status']): number =>
  approvers.filter((approver) => approver.status === status).length

export const confirmedCount = (approvers: readonly Approver[]): number => count(approvers, 'confirmed')
export const pendingCount = (approvers: readonly Approver[]): number => count(approvers, 'pending')

/** `2 Active, 1 Pending` */
export const guardianCounts = (approvers: readonly Approver[]): string =>
  `${confirmedCount(approvers)} Active, ${pendingCount(approvers)} Pending`

/** Only confirmed guardians fill the places; the server refuses a confirmation too many. */
export const isGuardianLimitReached = (approvers: readonly Approver[]): boolean =>
  confirmedCount(approvers) >= MAX_GUARDIANS

/** The stored consensus within 1 and the number of confirmed guardians. */
export const clampConsensus = (consensus: number, confirmed: number): number =>
  Math.max(MIN_CONSENSUS, Math.min(consensus, confirmed))

export interface Stepper {
  count: number
  max: number
}

/** The required-approvals control; undefined with fewer than two confirmed guardians. */
export const consensusStepper = (consensus: number, confirmed: number): Stepper | undefined => {
  if (confirmed < STEPPER_MIN_CONFIRMED) return undefined
  return { count: clampConsensus(consensus, confirmed), max: confirmed }
}

/** `1 out of 3` */
export const stepperText = ({ count: shown, max }: Stepper): string => `${shown} out of ${max}`

type ApprovalFlow = Extract<Feature, { type: 'approval-flow' }>['payload']

/** Guardian approval of a wallet; off, with one approval, when it was never set. */
export const approvalFlow = (wallet: Pick<Wallet, 'features'>): ApprovalFlow =>
  wallet.features.find((feature) => feature.type === 'approval-flow')?.payload ?? {
    enabled: false,
    consensus: MIN_CONSENSUS,
  }

/** The wallet with its approval flow changed, so that a switch can flip before the server has answered. */
export const withApprovalFlow = <T extends Pick<Wallet, 'features'>>(
  wallet: T,
  change: Partial<Pick<ApprovalFlow, 'enabled' | 'consensus'>>,
): T => ({
  ...wallet,
  features: [
    ...wallet.features.filter(({ type }) => type !== 'approval-flow'),
    { type: 'approval-flow', payload: { ...approvalFlow(wallet), ...change } },
  ],
})

/** Approvals that a new transaction needs: never more than there are confirmed guardians, none when it is off. */
export const requiredApprovals = ({ enabled, consensus }: ApprovalFlow, confirmed: number): number =>
  enabled ? Math.min(clampConsensus(consensus, confirmed), confirmed) : 0
