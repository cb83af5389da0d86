import { useReach } from './reach.ts'

type Props = {
  checked: boolean
  onChange: (next: boolean) => void
  /** Accessible name; the text beside the switch states the effect. */
  label: string
  describedBy?: string
  disabled?: boolean
  /** Asks the server. */
  acts?: boolean
  /** Its call runs: shown as it is, not operable. */
  busy?: boolean
  className?: string
}

export function Toggle({
  checked,
  onChange,
  label,
  describedBy,
  disabled,
  acts,
  busy,
  className = '',
}: Props) {
  const { cut, attributes: reach } = useReach(acts, { disabled: true, 'aria-describedby': describedBy })
  const off = disabled || busy || cut
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      disabled={off}
      onClick={() => onChange(!checked)}
      {...reach}
      className={`switch relative h-26px w-44px shrink-0 rounded-full micro hit-44 ${checked ? 'bg-accent' : 'bg-control'} ${off ? 'opacity-55 cursor-not-allowed' : ''} ${className}`}
    >
      <span
        className={`absolute left-3px top-3px size-20px rounded-full bg-white shadow-thumb transition-transform duration-160 ${checked ? 'translate-x-18px' : ''}`}
      />
    </button>
  )
}
