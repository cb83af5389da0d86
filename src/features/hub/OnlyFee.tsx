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
      <dl className="m-0 mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt>{hubText.feeBefore}</dt>
        <dd className="m-0 text-right font-550">
          <Fee lead={hubText.atMost} value={ceilingBefore.amount} unit={ceilingBefore.unit} />
        </dd>
        <dt>{hubText.feeThen}</dt>
        <dd className="m-0 text-right font-550">
          <Fee lead={hubText.atMost} value={ceiling.amount} unit={ceiling.unit} />
        </dd>
      </dl>
    </Notice>
  )
}
