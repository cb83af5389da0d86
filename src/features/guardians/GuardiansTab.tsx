import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow } from '#domain/guardian.ts'
import { approversAtom } from '#state/perwallet.ts'
import { approversLoadAtom } from '#state/queries.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/SkeletonRows.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { GuardianList } from './GuardianList.tsx'
import { LogExport } from './LogExport.tsx'

export function GuardiansTab({ wallet }: { wallet: Wallet }) {
  return (
    <div className="grid items-start gap-3 pt-4 md:gap-5 md:pt-0 lg:grid-cols-[400px_minmax(0,1fr)]">
      <ApprovalCard wallet={wallet} />
      {approvalFlow(wallet).enabled && <Guardians wallet={wallet} />}
      <LogExport walletId={wallet.id} />
    </div>
  )
}

function Guardians({ wallet }: { wallet: Wallet }) {
  const approvers = useAtomValue(approversAtom(wallet.id))
  const load = useAtomValue(approversLoadAtom(wallet.id))
  if (approvers.length === 0 && load.phase === 'loading') return <SkeletonRows label="Loading guardians" />
  if (approvers.length === 0 && load.phase === 'failed') {
    return (
      <EmptyState
        icon="shield-check"
        title="Guardians could not be loaded"
        action={<Button onClick={load.retry}>Try again</Button>}
      />
    )
  }
  return <GuardianList wallet={wallet} approvers={approvers} />
}
