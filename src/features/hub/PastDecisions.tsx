import { useAtomValue } from 'jotai'
import type { ApprovalRequest } from '#contract/approval.ts'
import { dateTimeText } from '#domain/date.ts'
import { approvalFacts, sumText } from '#domain/facts.ts'
import { type TokenIndex, tokenIndex } from '#domain/portfolio.ts'
import { AlmostAll } from '#features/transaction/AlmostAll.tsx'
import { approvalSheet } from '#features/transaction/approval.ts'
import { TransactionCard } from '#features/transaction/TransactionSheet.tsx'
import { namesAtom } from '#state/names.ts'
import { tokensAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Private } from '#ui/Private.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { OnlyFee } from './OnlyFee.tsx'

const tones: Readonly<Record<ApprovalRequest['status'], Tone>> = {
  pending: 'warn',
  approved: 'ok',
  rejected: 'bad',
  skipped: 'neutral',
  unknown: 'neutral',
}

export function PastDecisions({ approvals }: { approvals: readonly ApprovalRequest[] }) {
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  return (
    <Disclosure summary={hubText.past} className="mt-4">
      <ul
        aria-label={hubText.past}
        className="m-0 list-none overflow-hidden rounded-card border border-line bg-surface p-0 divide-y divide-line"
      >
        {approvals.map((approval) => (
          <li key={approval.id}>
            <PastDecision approval={approval} tokens={tokens} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

type Props = { approval: ApprovalRequest; tokens: TokenIndex }

/** One line, and on demand all that was decided about. */
function PastDecision({ approval, tokens }: Props) {
  const { initiator, walletName, status, decidedAt } = approval
  const facts = approvalFacts(approval, tokens)
  const names = useAtomValue(namesAtom)
  return (
    <details className="group/past">
      <summary className="flex list-none flex-wrap items-center justify-between gap-3 px-4 py-3 hover:bg-sunken md:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block text-ui font-550 [overflow-wrap:anywhere]">
            <Private>
              <Amount>{sumText(facts.moved)}</Amount>
            </Private>
          </span>
          <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
            {facts.ceilingBefore ? `${hubText.speedUp} · ` : ''}
            {walletName} · {initiator}
          </span>
        </span>
        <span className="flex items-center justify-between gap-3 max-md:w-full">
          <span className="flex flex-col items-start gap-1 md:items-end">
            <Badge tone={tones[status]}>{hubText.decisions[status]}</Badge>
            {decidedAt && (
              <time dateTime={decidedAt} className="text-sm text-text-3">
                {dateTimeText(decidedAt)}
              </time>
            )}
          </span>
          <Icon name="chevron-down" className="text-text-3 group-open/past:rotate-180" />
        </span>
      </summary>
      <div className="px-4 py-4 md:px-6">
        <TransactionCard
          facts={approvalSheet(approval, tokens, names)}
          brief={false}
          warnings={
            <>
              <OnlyFee facts={facts} />
              {facts.almostAll && <AlmostAll />}
            </>
          }
          technical={<ApprovalDetails facts={facts} />}
        />
      </div>
    </details>
  )
}
