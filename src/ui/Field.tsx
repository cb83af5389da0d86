import { type ReactNode, useId } from 'react'
import { saying } from '#text/catalogue.ts'
import { Icon } from './Icon.tsx'

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  aside?: ReactNode
  className?: string
}

type Wiring = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

type Props = FieldText & { children: (control: Wiring) => ReactNode }

/** Label above, hint or error below; the control inside spreads the wiring it is given. */
export function Field({ label, hint, error, aside, className = '', children }: Props) {
  const id = useId()
  const below = `${id}-below`
  const described = error || hint ? below : undefined
  return (
    <div className={className}>
      <div className="mb-6px flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-ui font-550">
          {label}
        </label>
        {aside && <span className="text-sm text-text-3 text-right">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      <Below id={below} hint={hint} error={error} />
    </div>
  )
}

type BelowProps = { id: string; hint?: ReactNode; error?: string }

export function Below({ id, hint, error }: BelowProps) {
  if (error) {
    return (
      <p id={id} role="alert" className="mt-6px flex gap-6px text-sm font-500 text-bad">
        <Icon name="circle-alert" className="mt-px" />
        <span className="min-w-0 break-words">{saying(error)}</span>
      </p>
    )
  }
  return hint ? (
    <p id={id} className="mt-6px text-sm text-text-3">
      {hint}
    </p>
  ) : null
}
