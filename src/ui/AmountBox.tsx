import { type Ref, type SyntheticEvent, useRef } from 'react'
import { shown } from '#domain/notation.ts'
import { kitText } from '#text/kit.ts'
import { Field, type FieldText } from './Field.tsx'

const USD = 'USD'

type Props = FieldText & {
  /** Symbol at the right of the crypto line. */
  unit: string
  value: string
  /** `replaced`: all that stood there was selected, so none of it is in the text. */
  onChange: (text: string, replaced: boolean) => void
  onBlur?: () => void
  usd: string
  onUsdChange: (text: string, replaced: boolean) => void
  onUsdBlur?: () => void
  disabled?: boolean
  usdDisabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A crypto line over a USD line in one bordered group. The rules of both texts are the caller's. */
export function AmountBox({ label, hint, error, aside, className, unit, ref, disabled, ...lines }: Props) {
  const crypto = useReplaced(lines.onChange)
  const usd = useReplaced(lines.onUsdChange)
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <div
          className={`overflow-hidden rounded-input edge-control ${disabled ? 'bg-sunken cursor-not-allowed' : 'bg-surface'}`}
        >
          <div className="flex h-17 items-center gap-3 px-4">
            <input
              {...control}
              ref={ref}
              value={shown(lines.value)}
              disabled={disabled}
              inputMode="decimal"
              autoComplete="off"
              {...crypto}
              onBlur={lines.onBlur}
              className="bare-input type-money-md w-full min-w-0 flex-1 disabled:cursor-not-allowed disabled:text-text-3"
            />
            <span className="text-body font-500 text-text-2">{unit}</span>
          </div>
          <div className="mx-px flex h-11 items-center gap-2 border-t border-line px-4 text-body text-text-2">
            <span aria-hidden className="text-text-3">
              $
            </span>
            <input
              aria-label={kitText.amountIn(USD, typeof label === 'string' ? label : undefined)}
              value={shown(lines.usd)}
              disabled={disabled || lines.usdDisabled}
              inputMode="decimal"
              autoComplete="off"
              {...usd}
              onBlur={lines.onUsdBlur}
              className="bare-input field-input w-full min-w-0 flex-1 disabled:cursor-not-allowed disabled:text-text-3"
            />
            <span className={`font-500 ${disabled ? 'text-text-3' : ''}`}>{USD}</span>
          </div>
        </div>
      )}
    </Field>
  )
}

/** Knows at each change whether the whole text was selected before. */
function useReplaced(onChange: (text: string, replaced: boolean) => void) {
  const whole = useRef(false)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = currentTarget
    whole.current = value !== '' && selectionStart === 0 && selectionEnd === value.length
  }
  return {
    onSelect: look,
    onBeforeInput: look,
    onChange: (event: SyntheticEvent<HTMLInputElement>) => {
      const replaced = whole.current
      whole.current = false
      onChange(event.currentTarget.value, replaced)
    },
  }
}
