import { Icon } from './Icon.tsx'

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
  className?: string
}

/** A small browser-drawn choice for filters: no popup code to load. */
export function NativeSelect<T extends string>({
  label,
  value,
  onChange,
  options,
  className = '',
}: Props<T>) {
  return (
    <label className={`relative block min-w-0 flex-1 sm:flex-none ${className}`}>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="h-10 w-full truncate appearance-none rounded-btn bg-surface pl-3 pr-9 text-ui text-text edge-control field-input micro"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} className="pointer-events-none absolute right-3 top-12px" />
    </label>
  )
}
