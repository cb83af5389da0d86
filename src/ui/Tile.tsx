import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon.ts'

const tones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-text',
  neutral: 'bg-sunken text-text-2',
}

const sizes = { 28: 'size-7', 32: 'size-8', 36: 'size-9', 40: 'size-10', 44: 'size-11', 48: 'size-12' }
const shapes = { round: 'rounded-full', square: 'rounded-input' }

type Props = {
  icon?: IconName
  tone?: Tone
  shape?: keyof typeof shapes
  size?: keyof typeof sizes
  className?: string
  /** A letter or number, instead of an icon. */
  children?: ReactNode
}

export function Tile({
  icon,
  tone = 'neutral',
  shape = 'round',
  size = 40,
  className = '',
  children,
}: Props) {
  return (
    <span
      aria-hidden
      className={`inline-grid shrink-0 place-items-center text-sm font-550 ${sizes[size]} ${shapes[shape]} ${tones[tone]} ${className}`}
    >
      {icon ? <Icon name={icon} size={size < 36 ? 16 : size > 44 ? 22 : 18} /> : children}
    </span>
  )
}
