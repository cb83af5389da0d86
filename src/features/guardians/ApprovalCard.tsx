import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, consensusStepper } from '#domain/guardian.ts'
import { useOnline } from '#state/online.ts'
import { approversAtom } from '#state/perwallet.ts'
import { Card } from '#ui/Card.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { useSwitchApproval } from './approval.ts'
import { RequiredApprovals } from './RequiredApprovals.tsx'
import { startsText } from './starts.ts'

const EFFECT = 'guardian-approval-effect'

/** Whether guardians must approve, and how many of them. */
export function ApprovalCard({ wallet }: { wallet: Wallet }) {
  const flow = approvalFlow(wallet)
  const confirmed = confirmedCount(useAtomValue(approversAtom(wallet.id)))
  const stepper = flow.enabled ? consensusStepper(flow.consensus, confirmed) : undefined
  const online = useOnline()
  const toggle = useSwitchApproval(wallet)
  const starts = startsText(flow)
  return (
    <Card className="p-23px!">
      <h2 className="type-h3">Guardian Approval</h2>
      <p className="mt-1 text-ui text-text-2">
        Protect your assets by adding up to three Guardians who can approve or deny your transactions.
      </p>
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-5">
        <p id={EFFECT} className="text-ui font-550">
          {flow.enabled
            ? 'Transactions require Guardians’ approval'
            : 'Transactions process without Guardians’ approval'}
        </p>
        <Toggle
          label="Guardian Approval"
          describedBy={EFFECT}
          checked={flow.enabled}
          disabled={!online}
          busy={toggle.working}
          onChange={(enabled) => void toggle.run(enabled)}
        />
      </div>
      {!flow.enabled && <p className="mt-2 text-sm text-text-2">Turn on to add Guardians.</p>}
      {starts && <p className="mt-2 text-sm text-text-2">{starts}</p>}
      {stepper && <RequiredApprovals wallet={wallet} stepper={stepper} />}
    </Card>
  )
}
