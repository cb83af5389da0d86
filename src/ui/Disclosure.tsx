import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type Props = { summary: ReactNode; defaultOpen?: boolean; className?: string; children: ReactNode }

export function Disclosure({ summary, defaultOpen = false, className = '', children }: Props) {
  return (
    <details open={defaultOpen} className={`group ${className}`}>
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-btn text-ui font-550 text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="transition-transform duration-160 group-open:rotate-90" />
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
