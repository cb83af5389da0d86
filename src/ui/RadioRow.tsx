import { useId } from 'react'

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** A radio group as one strip, for a few short choices. */
export function RadioRow<T extends string>({ label, value, onChange, options }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap rounded-btn border-0 bg-sunken p-3px">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-38px cursor-pointer items-center rounded-btn-sm px-3 text-ui font-500 text-text-2 micro hit-44 has-[:checked]:bg-surface has-[:checked]:text-text has-[:checked]:font-550 has-[:checked]:shadow-e1 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-solid has-[:focus-visible]:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
