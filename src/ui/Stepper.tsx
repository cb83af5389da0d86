import { kitText } from '#text/kit.ts'
import { Icon } from './Icon.tsx'

type Props = {
  value: number
  min: number
  max: number
  onChange: (next: number) => void
  /** What is counted, for assistive technology. */
  label: string
  /** What stands between the buttons, such as '2 out of 3'. */
  text: string
  disabled?: boolean
  busy?: boolean
  className?: string
}

const step =
  'grid size-11 place-items-center rounded-input text-text micro enabled:hover:bg-sunken disabled:text-line-2 disabled:cursor-not-allowed'

export function Stepper({ value, min, max, onChange, label, text, disabled, busy, className = '' }: Props) {
  const off = disabled || busy
  return (
    <fieldset
      aria-label={label}
      aria-busy={busy || undefined}
      className={`m-0 flex h-11 w-45 max-w-full items-center justify-between rounded-input edge-2 ${className}`}
    >
      <button
        type="button"
        aria-label={kitText.fewer}
        disabled={off || value <= min}
        onClick={() => onChange(value - 1)}
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
        disabled={off || value >= max}
        onClick={() => onChange(value + 1)}
        className={step}
      >
        <Icon name="plus" size={18} />
      </button>
    </fieldset>
  )
}
