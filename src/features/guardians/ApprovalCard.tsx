import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, confirmedCount, consensusStepper } from '#domain/guardian.ts'
import { configAtom } from '#state/config.ts'
import { approversAtom } from '#state/perwallet.ts'
import { useProtection } from '#state/protection.ts'
import { guardiansText } from '#text/guardians.ts'
import { protectionText } from '#text/protection.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { useSwitchApproval } from './approval.ts'
import { RequiredApprovals } from './RequiredApprovals.tsx'
import { offRule, startsText } from './starts.ts'
import { TurnOffDialog } from './TurnOffDialog.tsx'

const EFFECT = 'guardian-approval-effect'

/** Whether guardians must approve, and how many of them. */
export function ApprovalCard({ wallet }: { wallet: Wallet }) {
  const flow = approvalFlow(wallet)
  const confirmed = confirmedCount(useAtomValue(approversAtom(wallet.id)))
  const delay = useAtomValue(configAtom)?.policyDelaySeconds ?? 0
  const stepper = flow.enabled ? consensusStepper(flow.consensus, confirmed) : undefined
  const toggle = useSwitchApproval(wallet)
  const [asking, setAsking] = useState(false)
  const starts = startsText(flow)
  const { isMissing } = useProtection(wallet)
  return (
    <Card className="p-23px!">
      <h2 className="type-h3">{guardiansText.approval}</h2>
      <p className="mt-1 text-ui text-text-2">{guardiansText.purpose}</p>
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-5">
        <div id={EFFECT} className="min-w-0">
          <p className="text-ui font-550">{flow.enabled ? guardiansText.on : guardiansText.off}</p>
          {isMissing && (
            <p className="mt-1 flex items-start gap-6px text-sm text-warn">
              <Icon name="triangle-alert" size={16} className="mt-px" />
              {protectionText.missing}
            </p>
          )}
        </div>
        <Toggle
          label={guardiansText.approval}
          describedBy={EFFECT}
          checked={flow.enabled}
          acts
          busy={toggle.working}
          onChange={(enabled) => (enabled || confirmed === 0 ? void toggle.run(enabled) : setAsking(true))}
        />
      </div>
      {!flow.enabled && <p className="mt-2 text-sm text-text-2">{guardiansText.turnOn}</p>}
      {starts && <p className="mt-2 text-sm text-text-2">{starts}</p>}
      {stepper && <RequiredApprovals wallet={wallet} stepper={stepper} />}
      <TurnOffDialog
        open={asking}
        wallet={wallet}
        rule={offRule(flow, confirmed, delay)}
        onClose={() => setAsking(false)}
        onConfirm={() => void toggle.run(false)}
      />
    </Card>
  )
}
