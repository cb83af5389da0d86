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
      {slice.rows.map((row, index) => (
        <TransactionRow
          key={row.id}
          row={row}
          index={slice.first + index}
          measure={slice.measure}
          selected={row.id === selectedId}
          onOpen={onOpen}
        />
      ))}
      {slice.after > 0 && <li aria-hidden style={{ height: slice.after }} />}
    </List>
  )
}

/** Which of all it is, for what takes its height. */
type Measured = Pick<Slice<ActivityRow>, 'measure'> & { index: number }

const TransactionRow = memo(function TransactionRow({
  row,
  index,
  measure,
  selected,
  onOpen,
}: RowProps & Measured) {
  const hasBadge = row.minted || row.badge !== undefined
  return (
    <li
      ref={measure}
      data-index={index}
      aria-current={selected || undefined}
      style={{ minHeight: hasBadge ? PHONE_ROW_BADGE : PHONE_ROW }}
      className={`relative flex flex-col justify-between gap-1 px-4 py-3 ${selected ? 'bg-accent-soft' : ''}`}
    >
      <div className="flex flex-wrap items-start gap-x-3">
        <DirectionTile row={row} />
        <div className="min-w-0 flex-1 basis-28">
          <div className="truncate text-ui font-550">
            <RowButton onClick={() => onOpen(row.id)}>{row.title}</RowButton>
          </div>
          <div className="text-sm text-text-3 [overflow-wrap:anywhere]">
            <Counterparty row={row} />
          </div>
        </div>
        <div className="ml-auto max-w-[max(50%,9rem)] shrink-0 text-right">
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
      <div className="flex flex-wrap justify-between gap-x-3 text-sm text-text-3">
        <span className="min-w-0 truncate">{row.chain}</span>
        <span className="ml-auto text-right">{`${row.date}, ${row.time}`}</span>
      </div>
    </li>
  )
})
