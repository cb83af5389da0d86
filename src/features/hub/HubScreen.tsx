import { useAtomValue } from 'jotai'
import { openPanel } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { pendingInvitesAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'

/** How one becomes a guardian: a wallet of one's own, then an invite. */
export function HubScreen() {
  const hasWallet = useAtomValue(visibleWalletsAtom).length > 0
  const invites = useAtomValue(pendingInvitesAtom)
  const online = useOnline()
  return (
    <>
      <h1 className="type-h1">Guardian Hub</h1>
      <div className="mt-6 grid gap-4 md:grid-cols-2 md:gap-5">
        <Card>
          <div className="flex items-center justify-between gap-3">
            <h2 className="type-h3">Step 1. Create a Wallet</h2>
            {hasWallet && <Icon name="circle-check" size={20} label="Done" className="text-ok" />}
          </div>
          <p className="mt-1 text-body text-text-2">A wallet of your own signs your approvals.</p>
          <Button
            variant="primary"
            className="mt-5"
            disabled={!online}
            onClick={() => openPanel({ id: 'add-new-wallet' })}
          >
            Create Wallet
          </Button>
        </Card>
        <Card>
          <h2 className="type-h3">Step 2. Join as Guardian</h2>
          {invites.length === 0 ? (
            <p className="mt-1 text-body text-text-2">No pending invites.</p>
          ) : (
            <ul className="mt-2">
              {invites.map(({ id, userEmail }) => (
                <li key={id} className="py-2 text-ui break-words">
                  Invite from {userEmail}
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  )
}
