import type { Action } from '#state/action.ts'
import { dappsText } from '#text/dapps.ts'
import { Button } from '#ui/Button.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import type { useFlood } from './flood.ts'
import { stand } from './stand.ts'

type Answer = { label: string; workingText: string; action: Action<[], unknown> }

type Props = {
  no: Answer & { variant: 'danger' | 'soft-danger' }
  yes: Answer
  /** Whether the question has been in sight long enough, and can be answered with yes at all. */
  ready: boolean
  flood: ReturnType<typeof useFlood>
}

/** The two answers to a dApp; while one is under way, the other waits. */
export function Decision({ no, yes, ready, flood }: Props) {
  const busy = no.action.working || yes.action.working || flood?.working === true
  return (
    <div ref={stand} className="dialog-foot">
      {flood && (
        <Button
          block
          variant="ghost"
          className="mb-2 text-bad!"
          acts
          disabled={busy}
          working={flood.working}
          onClick={() => void flood.run()}
        >
          {dappsText.rejectAll}
        </Button>
      )}
      <DialogActions>
        <Button
          size={48}
          variant={no.variant}
          data-autofocus
          acts
          disabled={busy}
          working={no.action.working}
          workingText={no.workingText}
          onClick={() => void no.action.run()}
        >
          {no.label}
        </Button>
        <Button
          size={48}
          variant="primary"
          acts
          disabled={!ready || busy}
          working={yes.action.working}
          workingText={yes.workingText}
          onClick={() => void yes.action.run()}
        >
          {yes.label}
        </Button>
      </DialogActions>
    </div>
  )
}
