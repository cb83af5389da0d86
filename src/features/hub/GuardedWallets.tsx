import { useAtomValue } from 'jotai'
import { approverBadge } from '#domain/badge.ts'
import { guardedWalletsAtom, pendingInvitesAtom } from '#state/wallets.ts'
import { saying } from '#text/catalogue.ts'
import { hubText } from '#text/hub.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Tile } from '#ui/Tile.tsx'
import { InviteActions } from './InviteActions.tsx'

export function GuardedWallets() {
  const invites = useAtomValue(pendingInvitesAtom)
  const confirmed = useAtomValue(guardedWalletsAtom).filter(
    ({ approverStatus }) => approverStatus === 'confirmed',
  )
  if (invites.length === 0 && confirmed.length === 0) {
    return (
      <EmptyState icon="shield-check" title={hubText.noWallets}>
        {hubText.guardsNone}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={hubText.tabs.invites} className="m-0 grid list-none gap-3 p-0">
      {invites.map((invite) => (
        <li key={invite.id}>
          <Card className="flex flex-wrap items-center gap-3">
            <Tile icon="mail" tone="accent" />
            <p className="min-w-[min(10rem,100%)] flex-1">
              <span className="block text-sm text-text-3">{hubText.inviteFrom}</span>
              <span className="text-ui font-550 [overflow-wrap:anywhere]">{invite.userEmail}</span>
            </p>
            <InviteActions invite={invite} accept="approve" className="basis-full md:basis-auto" />
          </Card>
        </li>
      ))}
      {confirmed.map(({ id, name, user, approverStatus }) => {
        const badge = approverBadge(approverStatus)
        return (
          <li key={id}>
            <Card className="flex items-center gap-3">
              <Tile icon="wallet" />
              <p className="min-w-0 flex-1">
                <span className="block text-ui font-550 break-words">{name}</span>
                <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">{user.email}</span>
              </p>
              <Badge tone={badge.tone}>{saying(badge.text)}</Badge>
            </Card>
          </li>
        )
      })}
    </ul>
  )
}
