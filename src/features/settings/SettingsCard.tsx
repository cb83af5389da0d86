import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'

type Props = {
  /** Of the section, as its link names it. */
  id: string
  title: string
  lead: ReactNode
  /** At the right of the head; on a phone on its own line. */
  action?: ReactNode
  children: ReactNode
}

/** One section: a head, and rows between hairlines. */
export function SettingsCard({ id, title, lead, action, children }: Props) {
  return (
    <Card pad={false} className="scroll-mt-20">
      <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <div className="flex flex-col gap-4 p-15px md:flex-row md:items-center md:justify-between md:px-23px md:py-5">
          <div className="min-w-0">
            <h2 id={`${id}-title`} tabIndex={-1} className="type-h3 outline-none">
              {title}
            </h2>
            <p className="text-sm text-text-3">{lead}</p>
          </div>
          {action && <div className="shrink-0">{action}</div>}
        </div>
        {children}
      </section>
    </Card>
  )
}
