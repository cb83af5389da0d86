import type { ReactNode } from 'react'

type FactsProps = { tight?: boolean; className?: string; children: ReactNode }

/** Label and value pairs in one bordered box. */
export function Facts({ tight = false, className = '', children }: FactsProps) {
  return (
    <dl
      className={`m-0 rounded-card border border-line px-15px divide-y divide-line ${tight ? '[&>div]:py-9px [&_dd]:font-450' : ''} ${className}`}
    >
      {children}
    </dl>
  )
}

type FactProps = {
  label: ReactNode
  /** Right end of the label line when the value stands below it. */
  aside?: ReactNode
  note?: ReactNode
  below?: boolean
  children: ReactNode
}

export function Fact({ label, aside, note, below = false, children }: FactProps) {
  const flow = below ? 'flex-wrap' : ''
  return (
    <div className={`flex items-start justify-between gap-x-4 gap-y-2 py-14px text-ui ${flow}`}>
      <dt className="max-w-[60%] shrink-0 text-text-2">{label}</dt>
      {below && aside && <dd className="m-0 text-sm text-text-3">{aside}</dd>}
      <dd className={`m-0 min-w-0 font-500 [overflow-wrap:anywhere] ${below ? 'w-full' : 'text-right'}`}>
        {children}
        {note && <span className="block text-sm font-400 text-text-3">{note}</span>}
      </dd>
    </div>
  )
}
