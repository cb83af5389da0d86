import type { ApprovalFacts } from '#domain/facts.ts'
import { hubText } from '#text/hub.ts'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'

type Props = { facts: Pick<ApprovalFacts, 'ceiling' | 'ceilingBefore'> }

/** Says where a guardian is asked about nothing but a higher fee of what hangs: how much it may be so far, and then. */
export function OnlyFee({ facts: { ceiling, ceilingBefore } }: Props) {
  if (!ceiling || !ceilingBefore) return null
  return (
    <Notice tone="warn" icon="info">
      <p className="font-550">{hubText.speedUp}</p>
      <p className="mt-1">{hubText.speedUpFollows}</p>
      <dl className="m-0 mt-2 grid gap-y-1">
        <Limit label={hubText.feeBefore} fee={ceilingBefore} />
        <Limit label={hubText.feeThen} fee={ceiling} />
      </dl>
    </Notice>
  )
}

/** One below the other where a phone has no room for both. */
function Limit({
  label,
  fee: { amount, unit },
}: {
  label: string
  fee: NonNullable<ApprovalFacts['ceiling']>
}) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{label}</dt>
      <dd className="m-0 ml-auto text-right font-550">
        <Fee lead={hubText.atMost} value={amount} unit={unit} />
      </dd>
    </div>
  )
}
