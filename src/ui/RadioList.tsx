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
          <div
            key={option.value}
            className="relative flex min-h-14 flex-wrap items-center gap-x-3 border-line px-15px py-2 micro has-[:checked]:bg-accent-soft has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-60 not-first:border-t"
          >
            {/* The whole row chooses, but for what can be pressed in it. */}
            <label className="flex shrink-0 grow items-center gap-3 before:absolute before:inset-0 before:content-empty">
              <input
                type="radio"
                name={name}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
                aria-describedby={`${name}${option.value}`}
                className="radio"
              />
              <span className="relative whitespace-nowrap">
                <span className="block text-ui font-550">{option.title}</span>
                {option.caption && <span className="block text-sm text-text-3">{option.caption}</span>}
              </span>
            </label>
            <span id={`${name}${option.value}`} className="ml-auto min-w-0 text-right [&_button]:relative">
              <span className="block text-ui font-500">{option.end}</span>
              {option.endCaption && <span className="block text-sm text-text-3">{option.endCaption}</span>}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
