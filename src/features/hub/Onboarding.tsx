import { useAtomValue } from 'jotai'
import { openPanel } from '#state/modals.ts'
import { useHubAge } from '#state/queries.ts'
import { pendingInvitesAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { InviteActions } from './InviteActions.tsx'

/** How one becomes a guardian: a wallet of one's own, then an invite. */
export function Onboarding({ hasWallet }: { hasWallet: boolean }) {
  const invites = useAtomValue(pendingInvitesAtom)
  const age = useHubAge('invites')
  return (
    <div className="mt-6 grid items-start gap-4 md:grid-cols-2 md:gap-5">
      <Card>
        <div className="flex items-center justify-between gap-3">
          <h2 className="type-h3">{hubText.step1}</h2>
          {hasWallet && <Icon name="circle-check" size={20} label={hubText.done} className="text-ok" />}
        </div>
        <p className="mt-1 text-body text-text-2">{hubText.step1Why}</p>
        <Button
          variant={hasWallet ? 'secondary' : 'primary'}
          className="mt-5"
          acts
          onClick={() => openPanel({ id: 'add-new-wallet' })}
        >
          {hubText.createWallet}
        </Button>
      </Card>
      <Card aria-disabled={!hasWallet}>
        <h2 className={`type-h3 ${hasWallet ? '' : 'text-text-3'}`}>{hubText.step2}</h2>
        <AsOf className="mt-1">{age}</AsOf>
        {invites.length === 0 ? (
          <p className="mt-1 text-body text-text-2">{hubText.noInvites}</p>
        ) : (
          <ul aria-label={hubText.invites} className="m-0 mt-2 -mb-3 list-none p-0 divide-y divide-line">
            {invites.map((invite) => (
              <li key={invite.id} className="flex flex-wrap items-center gap-3 py-3">
                <span className="min-w-[min(10rem,100%)] flex-1 text-ui [overflow-wrap:anywhere]">
                  <span className="block text-sm text-text-3">{hubText.inviteFrom}</span>
                  {invite.userEmail}
                </span>
                <InviteActions
                  invite={invite}
                  accept="accept"
                  disabled={!hasWallet}
                  className="basis-full md:basis-auto"
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
