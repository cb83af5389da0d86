import type { ComponentProps } from 'react'
import { Icon, type IconSize } from './Icon.tsx'
import type { IconName } from './icon.ts'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  label: string
  size?: 32 | 40
  iconSize?: IconSize
}

export function IconButton({ icon, label, size = 40, iconSize = 20, className = '', ...attributes }: Props) {
  const box = size === 40 ? 'size-40px rounded-btn' : 'size-32px rounded-btn-sm'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...attributes}
      className={`inline-flex shrink-0 items-center justify-center text-text-2 micro hit-44 enabled:hover:bg-sunken hover:text-text disabled:text-text-3 disabled:opacity-55 disabled:cursor-not-allowed ${box} ${className}`}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
