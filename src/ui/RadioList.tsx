import { type ReactNode, useId } from 'react'

export type RadioOption<T extends string> = {
  value: T
  title: ReactNode
  caption?: ReactNode
  end?: ReactNode
  endCaption?: ReactNode
  disabled?: boolean
}

type Props<T extends string> = {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: readonly RadioOption<T>[]
  disabled?: boolean
  className?: string
}

/** A radio group in one bordered list. */
export function RadioList<T extends string>(props: Props<T>) {
  const { label, value, onChange, options, disabled, className = '' } = props
  const name = useId()
  return (
    <fieldset disabled={disabled} className={`m-0 p-0 min-w-0 ${className}`}>
      <legend className="mb-2 p-0 text-ui font-550">{label}</legend>
      <div className="overflow-hidden rounded-input border border-line-2 bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-14 items-center gap-3 border-line px-15px py-2 micro has-[:checked]:bg-accent-soft has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-60 not-first:border-t"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="radio"
            />
            <span className="shrink-0 grow whitespace-nowrap">
              <span className="block text-ui font-550">{option.title}</span>
              {option.caption && <span className="block text-sm text-text-3">{option.caption}</span>}
            </span>
            <span className="min-w-0 text-right">
              <span className="block text-ui font-500">{option.end}</span>
              {option.endCaption && <span className="block text-sm text-text-3">{option.endCaption}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
