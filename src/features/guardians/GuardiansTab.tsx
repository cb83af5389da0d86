import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow } from '#domain/guardian.ts'
import { approversAtom } from '#state/perwallet.ts'
import { approversLoadAtom } from '#state/queries.ts'
import { guardiansText } from '#text/guardians.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { GuardianList } from './GuardianList.tsx'
import { LogExport } from './LogExport.tsx'

export function GuardiansTab({ wallet }: { wallet: Wallet }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 pt-4 md:gap-5 md:pt-0 lg:grid-cols-[400px_minmax(0,1fr)]">
      <ApprovalCard wallet={wallet} />
      {approvalFlow(wallet).enabled && <Guardians wallet={wallet} />}
      <LogExport walletId={wallet.id} />
    </div>
  )
}

function Guardians({ wallet }: { wallet: Wallet }) {
  const approvers = useAtomValue(approversAtom(wallet.id))
  const load = useAtomValue(approversLoadAtom(wallet.id))
  const list = <GuardianList wallet={wallet} approvers={approvers} />
  if (approvers.length > 0) return list
  return (
    <NoRows load={load} icon="shield-check" what={guardiansText.what}>
      {list}
    </NoRows>
  )
}
