type Props = {
  label: string
  /** `2024-03-05`, or nothing. */
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
  className?: string
}

/** A day, chosen as the browser lets people choose one. */
export function Day({ label, value, onChange, min, max, className = '' }: Props) {
  return (
    <label
      className={`flex h-10 min-w-0 items-center gap-2 rounded-btn bg-surface pl-3 pr-2 text-ui edge-control field-input micro max-[22.45rem]:col-span-2 ${className}`}
    >
      <span className="shrink-0 text-text-3">{label}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onChange(target.value)}
        className="bare-input h-full min-w-0 flex-1 text-ui text-text"
      />
    </label>
  )
}
