import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, requiredApprovals, stepperText } from '#domain/guardian.ts'
import { approversAtom } from '#state/perwallet.ts'
import { approversLoadAtom } from '#state/queries.ts'
import { Notice } from '#ui/Notice.tsx'

/** The stricter of today's rule and the earlier one that still binds beside it. */
const ruleFor = (wallet: Wallet, confirmed: number, now = Date.now()) => {
  const flow = approvalFlow(wallet)
  const rule = { count: requiredApprovals(flow, confirmed), max: confirmed }
  const { until, startsAt } = flow
  const isBinding = until && startsAt && Date.parse(startsAt) > now && until.consensus >= rule.count
  return isBinding ? { count: until.consensus, max: until.confirmed } : rule
}

/** How many guardians stand between Submit and the chain; nothing where none does. */
export function GuardedNotice({ wallet }: { wallet: Wallet }) {
  const confirmed = confirmedCount(useAtomValue(approversAtom(wallet.id)))
  useAtomValue(approversLoadAtom(wallet.id))
  const rule = ruleFor(wallet, confirmed)
  if (rule.count === 0) return null
  return (
    <Notice tone="neutral" icon="shield-check" role="note" className="mt-4">
      This wallet is guarded. It is sent after <b className="font-550 text-text">{stepperText(rule)}</b>{' '}
      Guardians approve.
    </Notice>
  )
}
