import type { ReactNode } from 'react'

type ListProps = { label: string; className?: string; children: ReactNode }

/** The phone's table: full bleed on `surface`. */
export function List({ label, className = '', children }: ListProps) {
  return (
    <ul
      aria-label={label}
      className={`m-0 -mx-4 list-none border-line bg-surface p-0 divide-y divide-line border-b ${className}`}
    >
      {children}
    </ul>
  )
}

type RowProps = {
  start?: ReactNode
  title: ReactNode
  caption?: ReactNode
  end?: ReactNode
  endCaption?: ReactNode
  selected?: boolean
  className?: string
  /** Below the captions at the left: an address, a badge. */
  children?: ReactNode
}

export function ListRow({
  start,
  title,
  caption,
  end,
  endCaption,
  selected = false,
  className = '',
  children,
}: RowProps) {
  return (
    <li
      aria-current={selected || undefined}
      className={`relative flex min-h-72px flex-wrap items-center gap-x-3 px-4 py-3 ${selected ? 'bg-accent-soft' : ''} ${className}`}
    >
      {start}
      <div className="min-w-0 flex-1 basis-20">
        <div className="text-ui font-550 [overflow-wrap:anywhere]">{title}</div>
        {caption && <div className="text-sm text-text-3">{caption}</div>}
        {children}
      </div>
      {(end || endCaption) && (
        <div className="ml-auto max-w-[max(50%,9rem)] shrink-0 text-right">
          <div className="text-ui font-550">{end}</div>
          {endCaption && <div className="text-sm text-text-3">{endCaption}</div>}
        </div>
      )}
    </li>
  )
}
