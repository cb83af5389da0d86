import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Wallet } from '#contract/wallet.ts'
import { type Stepper as Consensus, stepperText } from '#domain/guardian.ts'
import { saying } from '#text/catalogue.ts'
import { guardiansText } from '#text/guardians.ts'
import { Segments } from '#ui/Segments.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { useSetConsensus } from './approval.ts'

type Props = { wallet: Wallet; stepper: Consensus }

export function RequiredApprovals({ wallet, stepper }: Props) {
  const consensus = useSetConsensus(wallet)
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="text-ui font-550">{guardiansText.required}</h3>
      <p className="text-sm text-text-2">{guardiansText.select}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <Stepper
          label={guardiansText.required}
          value={stepper.count}
          min={MIN_CONSENSUS}
          max={stepper.max}
          text={saying(stepperText(stepper))}
          acts
          busy={consensus.working}
          onChange={(count) => void consensus.run(count)}
        />
        <Segments filled={stepper.count} total={stepper.max} />
      </div>
      {stepper.count === stepper.max && (
        <p className="mt-3 text-sm text-text-2">{guardiansText.unreachable}</p>
      )}
    </div>
  )
}
