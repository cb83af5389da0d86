import type { ApprovalRequest } from '#contract/approval.ts'
import { exactAmount } from '#domain/amount.ts'
import { dateTimeText } from '#domain/date.ts'
import { hubText } from '#text/hub.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'

const badges: Readonly<Record<ApprovalRequest['status'], { tone: Tone; text: string }>> = {
  pending: { tone: 'warn', text: hubText.decisions.pending },
  approved: { tone: 'ok', text: hubText.decisions.approved },
  rejected: { tone: 'bad', text: hubText.decisions.rejected },
  skipped: { tone: 'neutral', text: hubText.decisions.skipped },
  unknown: { tone: 'neutral', text: hubText.decisions.unknown },
}

export function PastDecisions({ approvals }: { approvals: readonly ApprovalRequest[] }) {
  return (
    <Disclosure summary={hubText.past} className="mt-4">
      <ul
        aria-label={hubText.past}
        className="m-0 list-none rounded-card border border-line bg-surface p-0 divide-y divide-line"
      >
        {approvals.map(
          ({
            id,
            amount,
            assetDecimals,
            assetSymbol,
            assetTokenId,
            initiator,
            walletName,
            status,
            decidedAt,
          }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-6">
              <p className="min-w-0">
                <span className="block text-ui font-550 [overflow-wrap:anywhere]">
                  <Amount>{exactAmount(amount, assetDecimals, assetSymbol, assetTokenId)}</Amount>
                </span>
                <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
                  {walletName} · {initiator}
                </span>
              </p>
              <div className="flex flex-col items-start gap-1 md:items-end">
                <Badge tone={badges[status].tone}>{badges[status].text}</Badge>
                {decidedAt && (
                  <time dateTime={decidedAt} className="text-sm text-text-3">
                    {dateTimeText(decidedAt)}
                  </time>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
    </Disclosure>
  )
}
