import type { IconName } from './icon.ts'

const sizes = {
  12: 'size-12px',
  14: 'size-14px',
  15: 'size-15px',
  16: 'size-16px',
  17: 'size-17px',
  18: 'size-18px',
  20: 'size-20px',
  22: 'size-22px',
  24: 'size-24px',
}

export type IconSize = keyof typeof sizes

type Props = { name: IconName; size?: IconSize; label?: string; className?: string }

/** Decorative unless it has a label. */
export function Icon({ name, size = 16, label, className = '' }: Props) {
  const look = `i-thin-${name} ${sizes[size]} ${className}`
  return label ? (
    <span role="img" aria-label={label} className={look} />
  ) : (
    <span aria-hidden className={look} />
  )
}
