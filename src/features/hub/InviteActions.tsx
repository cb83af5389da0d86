import type { Invite } from '#contract/guardian.ts'
import { hubText } from '#text/hub.ts'
import { Button } from '#ui/Button.tsx'
import { useHandOn } from './handon.ts'
import { useAcceptInvite, useDeclineInvite } from './invite.ts'

type Props = { invite: Invite; accept: 'accept' | 'approve'; disabled?: boolean; className?: string }

export function InviteActions({ invite, accept, disabled = false, className = '' }: Props) {
  const accepting = useAcceptInvite(invite)
  const declining = useDeclineInvite(invite.id)
  const buttons = useHandOn()
  return (
    <div ref={buttons} className={`flex flex-1 flex-wrap gap-2 md:flex-none ${className}`}>
      <Button
        variant="soft-danger"
        className="min-w-29 flex-1"
        acts
        disabled={disabled || accepting.working}
        working={declining.working}
        onClick={() => void declining.run()}
      >
        {hubText.decline}
      </Button>
      <Button
        variant="primary"
        className="min-w-29 flex-1"
        acts
        disabled={disabled || declining.working}
        working={accepting.working}
        workingText={accept === 'approve' ? hubText.approving : undefined}
        onClick={() => void accepting.run()}
      >
        {hubText[accept]}
      </Button>
    </div>
  )
}
