import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon.ts'

const tones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-text',
  neutral: 'bg-sunken text-text-2',
}

type Props = {
  tone?: Tone
  icon?: IconName
  /** In the place of an icon. */
  mark?: ReactNode
  role?: 'note' | 'status' | 'alert'
  className?: string
  children: ReactNode
}

/** A remark in a coloured box. */
export function Notice({ tone = 'neutral', icon, mark, role, className = '', children }: Props) {
  return (
    <div role={role} className={`flex gap-3 rounded-input p-4 text-ui ${tones[tone]} ${className}`}>
      {icon && <Icon name={icon} size={18} className="mt-px" />}
      {mark}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
