import { useAtomValue } from 'jotai'
import { isPending } from '#domain/pending.ts'
import { approvalsLoadAtom } from '#state/queries.ts'
import { useHubFilter } from '#state/tabs.ts'
import { approvalsAtom, pendingInvitesAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NoRows } from '#ui/NoRows.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { PastDecisions } from './PastDecisions.tsx'

export function Approvals() {
  const approvals = useAtomValue(approvalsAtom)
  const load = useAtomValue(approvalsLoadAtom)
  const invites = useAtomValue(pendingInvitesAtom).length
  const pending = approvals.filter(isPending)
  const past = approvals.filter((approval) => !isPending(approval))

  if (pending.length === 0) {
    const clear = (
      <EmptyState
        icon="shield-check"
        title={hubText.allClear}
        action={invites > 0 && <Invites count={invites} />}
      >
        {hubText.willAppear}
      </EmptyState>
    )
    if (past.length === 0) {
      return (
        <NoRows load={load} icon="shield-check" what={hubText.what}>
          {clear}
        </NoRows>
      )
    }
    return (
      <>
        {clear}
        <PastDecisions approvals={past} />
      </>
    )
  }
  return (
    <ul aria-label={hubText.tabs.approvals} className="m-0 grid list-none grid-cols-1 gap-3 p-0">
      {pending.map((approval, index) => (
        <li key={approval.id}>
          <ApprovalCard approval={approval} first={index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** There is nothing to approve, but something to answer on the other tab. */
function Invites({ count }: { count: number }) {
  const [, choose] = useHubFilter()
  const go = () => {
    choose('invites')
    document.getElementById('hub-tab-invites')?.focus()
  }
  return <Button onClick={go}>{hubText.invitesWait(count)}</Button>
}
