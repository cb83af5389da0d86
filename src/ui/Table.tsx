import type { ComponentProps, ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type Column = {
  label: string
  align?: 'start' | 'end'
  /** The head is for assistive technology only. */
  hidden?: boolean
  /** A width class such as 'w-40'. */
  width?: string
}

type TableProps = {
  label: string
  head: readonly Column[]
  /** Columns keep the widths of their heads, whatever stands in them. */
  fixed?: boolean
  className?: string
  children: ReactNode
}

const sides = { start: 'text-left', end: 'text-right' }

export function Table({ label, head, fixed = false, className = '', children }: TableProps) {
  return (
    <div className={`overflow-hidden rounded-card border border-line bg-surface ${className}`}>
      <table className={`w-full border-collapse text-ui ${fixed ? 'table-fixed' : ''}`}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="h-44px">
            {head.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`px-2 text-sm font-500 text-text-3 first:pl-20px last:pr-20px ${sides[column.align ?? 'start']} ${column.width ?? ''}`}
              >
                {column.hidden ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

type RowProps = ComponentProps<'tr'> & { selected?: boolean }

/** WebKit positions no table row, but a transform makes one hold what lies over it: RowButton's hit area. */
export function Row({ selected = false, className = '', ...attributes }: RowProps) {
  const ground = selected ? 'bg-accent-soft' : 'hover:bg-sunken'
  return (
    <tr
      {...attributes}
      aria-current={selected || undefined}
      className={`relative [transform:translate(0)] h-64px border-t border-line micro ${ground} ${className}`}
    />
  )
}

type CellProps = Omit<ComponentProps<'td'>, 'align'> & { align?: 'start' | 'end' }

export function Cell({ align = 'start', className = '', ...attributes }: CellProps) {
  return (
    <td {...attributes} className={`px-2 py-2 first:pl-20px last:pr-20px ${sides[align]} ${className}`} />
  )
}
