import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon.ts'

const kinds = { offline: 'bg-inv text-on-inv', update: 'bg-accent-soft text-text' }
const tints = { offline: '', update: 'text-accent-text' }

type Props = { kind: keyof typeof kinds; icon: IconName; action?: ReactNode; children: ReactNode }

/** A bar under the header that pushes the page down. Where both stand, offline comes first. */
export function Banner({ kind, icon, action, children }: Props) {
  return (
    <div
      data-banner={kind}
      role="status"
      className={`flex min-h-44px items-center gap-3 px-4 py-1 text-sm font-500 md:justify-center ${kinds[kind]}`}
    >
      <Icon name={icon} size={18} className={tints[kind]} />
      <span className="min-w-0">{children}</span>
      {action}
    </div>
  )
}
