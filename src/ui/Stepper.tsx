import { kitText } from '#text/kit.ts'
import { Icon } from './Icon.tsx'
import { useReach } from './reach.ts'

type Props = {
  value: number
  min: number
  max: number
  onChange: (next: number) => void
  /** What is counted, for assistive technology. */
  label: string
  /** What stands between the buttons, such as '2 out of 3'. */
  text: string
  /** Asks the server. */
  acts?: boolean
  busy?: boolean
  className?: string
}

const step =
  'grid size-11 place-items-center rounded-input text-text micro enabled:not-aria-disabled:hover:bg-sunken disabled:text-line-2 aria-disabled:text-line-2 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

export function Stepper({ value, min, max, onChange, label, text, acts, busy, className = '' }: Props) {
  const { attributes: reach } = useReach(acts, {})
  return (
    <fieldset
      aria-label={label}
      aria-busy={busy || undefined}
      className={`m-0 flex h-11 w-45 max-w-full items-center justify-between rounded-input edge-2 ${className}`}
    >
      <button
        type="button"
        aria-label={kitText.fewer}
        disabled={busy || value <= min}
        onClick={() => onChange(value - 1)}
        {...reach}
        className={step}
      >
        <Icon name="minus" size={18} />
      </button>
      <output aria-live="polite" className="text-ui font-550">
        {text}
      </output>
      <button
        type="button"
        aria-label={kitText.more}
        disabled={busy || value >= max}
        onClick={() => onChange(value + 1)}
        {...reach}
        className={step}
      >
        <Icon name="plus" size={18} />
      </button>
    </fieldset>
  )
}
