import type { WalletApprover } from '#contract/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { confirmedCount, guardianCounts, isGuardianLimitReached, listedApprovers } from '#domain/guardian.ts'
import { openModal, openPanel } from '#state/modals.ts'
import { saying } from '#text/catalogue.ts'
import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Tile } from '#ui/Tile.tsx'
import { GuardianRow } from './GuardianRow.tsx'

type Props = { wallet: Wallet; approvers: readonly WalletApprover[] }

export function GuardianList({ wallet, approvers }: Props) {
  const listed = listedApprovers(approvers)
  const add = () => {
    if (isGuardianLimitReached(approvers)) openModal({ id: 'guardian-limit-reached' })
    else openPanel({ id: 'invite-guardian', walletId: wallet.id })
  }
  return (
    <Card pad={false}>
      <div className="flex flex-wrap items-center justify-between gap-3 py-18px pl-23px pr-5">
        <div>
          <h2 className="type-h3">{guardiansText.mine}</h2>
          <p className="text-sm text-text-3">{saying(guardianCounts(approvers))}</p>
        </div>
        <Button icon="user-plus" acts onClick={add}>
          {guardiansText.add}
        </Button>
      </div>
      {listed.length === 0 ? (
        <div className="flex flex-col items-center border-t border-line px-4 py-10 text-center">
          <Tile icon="shield-check" tone="accent" size={48} />
          <h3 className="mt-4 type-h2">{guardiansText.none}</h3>
        </div>
      ) : (
        <ul
          aria-label={guardiansText.mine}
          className="m-0 list-none border-t border-line p-0 divide-y divide-line"
        >
          {listed.map((approver) => (
            <GuardianRow key={approver.id} approver={approver} />
          ))}
        </ul>
      )}
      {confirmedCount(approvers) === 0 && (
        <p className="border-t border-line px-23px py-4 text-sm text-text-2">{guardiansText.addFirst}</p>
      )}
    </Card>
  )
}
