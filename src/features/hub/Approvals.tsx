import { useAtomValue } from 'jotai'
import { isPending } from '#domain/pending.ts'
import { approvalsLoadAtom } from '#state/queries.ts'
import { approvalsAtom } from '#state/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { PastDecisions } from './PastDecisions.tsx'

export function Approvals() {
  const approvals = useAtomValue(approvalsAtom)
  const load = useAtomValue(approvalsLoadAtom)
  const pending = approvals.filter(isPending)
  const past = approvals.filter((approval) => !isPending(approval))

  if (approvals.length === 0 && load.phase === 'loading') return <SkeletonRows label="Loading approvals" />
  if (approvals.length === 0 && load.phase === 'failed') {
    return (
      <EmptyState
        icon="shield-check"
        title="Approvals could not be loaded"
        action={<Button onClick={load.retry}>Try again</Button>}
      />
    )
  }
  if (pending.length === 0) {
    return (
      <>
        <EmptyState icon="shield-check" title="All Clear">
          Transactions that need your approval will appear here.
        </EmptyState>
        {past.length > 0 && <PastDecisions approvals={past} />}
      </>
    )
  }
  return (
    <ul aria-label="Transaction Approvals" className="m-0 grid list-none gap-3 p-0">
      {pending.map((approval) => (
        <li key={approval.id}>
          <ApprovalCard approval={approval} />
        </li>
      ))}
    </ul>
  )
}
