import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon.ts'

type Props = { icon: IconName; title: string; action?: ReactNode; className?: string; children?: ReactNode }

/** Two stacked ghost rows, a title, a text and at most one button; a card on the desktop, bare on a phone. */
export function EmptyState({ icon, title, action, className = '', children }: Props) {
  return (
    <div
      className={`flex min-w-0 flex-col items-center justify-center px-4 py-14 text-center md:min-h-100 md:rounded-card md:border md:border-line md:bg-surface ${className}`}
    >
      <GhostRows icon={icon} />
      <h2 className="mt-7 type-h2">{title}</h2>
      {children && <div className="mt-1 max-w-72 text-body text-text-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

function GhostRows({ icon }: { icon: IconName }) {
  return (
    <div aria-hidden className="relative w-full max-w-276px pt-28px md:max-w-380px">
      <div className="absolute inset-x-10px top-0 h-44px rounded-card border border-line bg-surface opacity-60">
        <div className="mt-18px flex items-center gap-10px px-18px">
          <span className="size-24px rounded-full bg-line" />
          <span className="h-8px w-1/3 rounded-full bg-line" />
          <span className="ml-auto h-8px w-1/6 rounded-full bg-line" />
        </div>
      </div>
      <div className="relative flex h-64px items-center gap-12px rounded-card border border-line bg-surface px-16px shadow-e2">
        <span className="grid size-36px place-items-center rounded-btn bg-accent-soft text-accent-text">
          <Icon name={icon} size={18} />
        </span>
        <span className="flex-1">
          <span className="block h-8px w-3/5 rounded-full bg-line-2" />
          <span className="mt-8px block h-8px w-2/5 rounded-full bg-line" />
        </span>
        <span className="h-8px w-1/6 rounded-full bg-line" />
      </div>
    </div>
  )
}
