import { resendInvite } from '#contract/endpoints/guardian.ts'
import type { WalletApprover } from '#contract/guardian.ts'
import { ownAddress } from '#domain/address.ts'
import { useAction } from '#state/action.ts'
import { openModal } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { guardiansText } from '#text/guardians.ts'
import { Address } from '#ui/Address.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { useDesktop } from '#ui/media.ts'
import { Tile } from '#ui/Tile.tsx'

/** One guardian, or one who was asked to be. */
export function GuardianRow({ approver }: { approver: WalletApprover }) {
  const { id, walletId, approverEmail, approverWalletAddress, status } = approver
  const desktop = useDesktop()
  const pending = status === 'pending'
  const resend = useAction(
    async () => {
      await request(resendInvite, { params: { id }, body: {} })
      say(guardiansText.resent, 'success')
    },
    { onError: 'toast' },
  )
  const own = pending && !desktop
  const remove = (
    <Button
      variant={own ? 'secondary' : 'ghost'}
      className={own ? 'flex-1' : undefined}
      acts
      aria-label={guardiansText.removeWho(approverEmail)}
      onClick={() => openModal({ id: 'remove-guardian', walletId, approverId: id })}
    >
      {guardiansText.remove}
    </Button>
  )
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-3 py-4 pl-23px ${own ? 'pr-5' : 'pr-1'}`}>
      <Tile>{(approverEmail[0] ?? '').toUpperCase()}</Tile>
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-ui font-550 break-words [overflow-wrap:anywhere]">{approverEmail}</p>
        {approverWalletAddress && !pending && (
          <Address
            value={approverWalletAddress}
            short={ownAddress(approverWalletAddress)}
            copy={false}
            className="text-sm text-text-3"
          />
        )}
        {pending && (
          <Badge tone="warn" className="mt-1">
            {guardiansText.pendingInvite}
          </Badge>
        )}
      </div>
      {pending ? (
        <div className={own ? 'flex w-full flex-wrap gap-2 pl-52px' : 'flex gap-1'}>
          <Button
            variant={own ? 'secondary' : 'ghost'}
            className={`text-accent-text! ${own ? 'flex-1' : ''}`}
            acts
            working={resend.working}
            aria-label={guardiansText.resendTo(approverEmail)}
            onClick={() => void resend.run()}
          >
            {guardiansText.resend}
          </Button>
          {remove}
        </div>
      ) : (
        remove
      )}
    </li>
  )
}
