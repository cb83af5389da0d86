import type { ApprovalFacts } from '#domain/facts.ts'
import { NONE } from '#domain/usd.ts'
import { Whole } from '#features/transaction/Rows.tsx'
import { TechnicalDetails } from '#features/transaction/TechnicalDetails.tsx'
import { hubText } from '#text/hub.ts'
import { Fact, Facts } from '#ui/Facts.tsx'

type Props = { facts: ApprovalFacts }

/** What a guardian looks up who wants to know exactly. */
export function ApprovalDetails({ facts }: Props) {
  const { sender, expires, call } = facts
  return (
    <TechnicalDetails>
      <Facts tight>
        <Fact label={hubText.from}>{sender ? <Whole address={sender} /> : NONE}</Fact>
        <Fact label={hubText.expires}>{expires}</Fact>
        {call && call.bytes > 0 && (
          <Fact label={hubText.data(call.bytes)} below>
            <p className="max-h-40 overflow-y-auto rounded-input bg-sunken p-3 type-mono break-all">
              {call.data}
            </p>
          </Fact>
        )}
      </Facts>
    </TechnicalDetails>
  )
}
