import { useOnline } from '#state/online.ts'
import { Button } from '#ui/Button.tsx'
import { useAcceptInvite, useDeclineInvite } from './invite.ts'

type Props = { id: string; accept: 'Accept' | 'Approve'; disabled?: boolean; className?: string }

export function InviteActions({ id, accept, disabled = false, className = '' }: Props) {
  const online = useOnline()
  const accepting = useAcceptInvite(id)
  const declining = useDeclineInvite(id)
  const off = !online || disabled
  return (
    <div className={`flex flex-1 gap-2 md:flex-none ${className}`}>
      <Button
        variant="soft-danger"
        className="min-w-29 flex-1"
        disabled={off || accepting.working}
        working={declining.working}
        onClick={() => void declining.run()}
      >
        Decline
      </Button>
      <Button
        variant="primary"
        className="min-w-29 flex-1"
        disabled={off || declining.working}
        working={accepting.working}
        workingText={accept === 'Approve' ? 'Approved…' : undefined}
        onClick={() => void accepting.run()}
      >
        {accept}
      </Button>
    </div>
  )
}
