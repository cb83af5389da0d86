import { useAction } from '#state/action.ts'
import { Button } from '#ui/Button.tsx'

interface ChoiceProps {
  /** What its first button does; a fault becomes a toast. */
  act: () => Promise<void>
  label: string
  danger?: boolean
  /** The way out. */
  other: string
  onOther: () => void
}

/** A page's one question: do it, or leave. */
export function Choice({ act, label, danger = false, other, onOther }: ChoiceProps) {
  const { run, working } = useAction(act, { onError: 'toast' })
  return (
    <>
      <Button
        variant={danger ? 'danger' : 'primary'}
        size={48}
        block
        onClick={run}
        working={working}
        acts
        className="mt-7"
      >
        {label}
      </Button>
      <Button variant="ghost" size={48} block onClick={onOther} className="mt-2">
        {other}
      </Button>
    </>
  )
}
