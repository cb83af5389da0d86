import { memo } from 'react'
import { activityText } from '#text/activity.ts'
import { List } from '#ui/List.tsx'
import { Private } from '#ui/Private.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { Counterparty, DirectionTile, RowBadge, SignedAmount } from './RowParts.tsx'
import type { ActivityRow, RowProps } from './row.ts'
import { PHONE_ROW, PHONE_ROW_BADGE, type Slice } from './slice.ts'

type Props = {
  slice: Slice<ActivityRow>
  selectedId: string | undefined
  onOpen: (id: string) => void
}

export function ActivityList({ slice, selectedId, onOpen }: Props) {
  return (
    <List label={activityText.list(slice.total)}>
      {slice.before > 0 && <li aria-hidden style={{ height: slice.before }} />}
      {slice.rows.map((row) => (
        <TransactionRow key={row.id} row={row} selected={row.id === selectedId} onOpen={onOpen} />
      ))}
      {slice.after > 0 && <li aria-hidden style={{ height: slice.after }} />}
    </List>
  )
}

const TransactionRow = memo(function TransactionRow({ row, selected, onOpen }: RowProps) {
  const hasBadge = row.minted || row.badge !== undefined
  return (
    <li
      aria-current={selected || undefined}
      style={{ height: hasBadge ? PHONE_ROW_BADGE : PHONE_ROW }}
      className={`relative flex flex-col justify-between overflow-hidden px-4 py-3 ${selected ? 'bg-accent-soft' : ''}`}
    >
      <div className="flex items-start gap-3">
        <DirectionTile row={row} />
        <div className="min-w-0 flex-1">
          <div className="truncate text-ui font-550">
            <RowButton onClick={() => onOpen(row.id)}>{row.title}</RowButton>
          </div>
          <div className="truncate text-sm text-text-3">
            <Counterparty row={row} />
          </div>
        </div>
        <div className="max-w-1/2 shrink-0 text-right">
          <div className="text-ui">
            <SignedAmount row={row} />
          </div>
          {row.usd && (
            <div className="truncate text-sm text-text-3">
              <Private>{row.usd}</Private>
            </div>
          )}
        </div>
      </div>
      {hasBadge && (
        <div className="pl-13">
          <RowBadge row={row} />
        </div>
      )}
      <div className="flex justify-between gap-3 text-sm text-text-3">
        <span className="min-w-0 truncate">{row.chain}</span>
        <span className="shrink-0 whitespace-nowrap">{`${row.date}, ${row.time}`}</span>
      </div>
    </li>
  )
})
