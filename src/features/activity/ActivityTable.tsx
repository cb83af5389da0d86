import { memo } from 'react'
import { activityText } from '#text/activity.ts'
import { Private } from '#ui/Private.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { Cell, type Column, Row, Table } from '#ui/Table.tsx'
import { Counterparty, DirectionTile, RowBadge, SignedAmount } from './RowParts.tsx'
import type { ActivityRow, RowProps } from './row.ts'
import type { Slice } from './slice.ts'

const heads = (): Column[] => [
  { label: activityText.head.transaction },
  { label: activityText.head.amount, align: 'end', width: 'w-[24%]' },
  { label: activityText.head.network, width: 'w-[21%] pl-6! lg:pl-17!' },
  { label: activityText.head.date, align: 'end', width: 'w-[18%]' },
]

type Props = {
  slice: Slice<ActivityRow>
  selectedId: string | undefined
  onOpen: (id: string) => void
}

export function ActivityTable({ slice, selectedId, onOpen }: Props) {
  return (
    <Table label={activityText.list(slice.total)} head={heads()} fixed>
      <Spacer height={slice.before} />
      {slice.rows.map((row) => (
        <TransactionRow key={row.id} row={row} selected={row.id === selectedId} onOpen={onOpen} />
      ))}
      <Spacer height={slice.after} />
    </Table>
  )
}

const TransactionRow = memo(function TransactionRow({ row, selected, onOpen }: RowProps) {
  return (
    <Row selected={selected}>
      <Cell>
        <span className="flex items-center gap-14px">
          <DirectionTile row={row} />
          <span className="min-w-0">
            <span className="flex items-center gap-10px">
              <RowButton onClick={() => onOpen(row.id)} className="font-550">
                {row.title}
              </RowButton>
              <RowBadge row={row} />
            </span>
            <span className="block truncate text-sm text-text-3">
              <Counterparty row={row} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell align="end">
        <SignedAmount row={row} />
        {row.usd && (
          <span className="block truncate text-sm text-text-3">
            <Private>{row.usd}</Private>
          </span>
        )}
      </Cell>
      <Cell className="truncate pl-6! text-text-2 lg:pl-17!">{row.chain}</Cell>
      <Cell align="end" className="text-text-2">
        {row.date}
        <span className="block text-sm text-text-3">{row.time}</span>
      </Cell>
    </Row>
  )
})

function Spacer({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={4} style={{ height, padding: 0 }} />
    </tr>
  )
}
