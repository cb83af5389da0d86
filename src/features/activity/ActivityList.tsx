import { memo } from 'react'
import { List, ListRow } from '#ui/List.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { Counterparty, DirectionTile, SignedAmount, StatusBadge } from './RowParts.tsx'
import type { ActivityRow, RowProps } from './row.ts'
import type { Slice } from './slice.ts'

type Props = {
  slice: Slice<ActivityRow>
  selectedId: string | undefined
  onOpen: (id: string) => void
}

export function ActivityList({ slice, selectedId, onOpen }: Props) {
  return (
    <List label={`Activity, ${slice.total} transactions`}>
      {slice.before > 0 && <li aria-hidden style={{ height: slice.before }} />}
      {slice.rows.map((row) => (
        <TransactionRow key={row.id} row={row} selected={row.id === selectedId} onOpen={onOpen} />
      ))}
      {slice.after > 0 && <li aria-hidden style={{ height: slice.after }} />}
    </List>
  )
}

const TransactionRow = memo(function TransactionRow({ row, selected, onOpen }: RowProps) {
  return (
    <ListRow
      selected={selected}
      className="h-100px items-start!"
      start={<DirectionTile row={row} />}
      title={<RowButton onClick={() => onOpen(row.id)}>{row.title}</RowButton>}
      caption={<Counterparty row={row} />}
      end={<SignedAmount row={row} />}
      endCaption={
        <>
          {row.usd}
          <span className="block">{row.date}</span>
        </>
      }
    >
      {row.badge && (
        <div className="mt-1">
          <StatusBadge row={row} />
        </div>
      )}
    </ListRow>
  )
})
