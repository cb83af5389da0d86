import { Badge } from '#ui/Badge.tsx'
import { Tile } from '#ui/Tile.tsx'
import type { ActivityRow } from './row.ts'

type Props = { row: ActivityRow }

export function DirectionTile({ row }: Props) {
  if (row.rejected) return <Tile icon="x" tone="bad" />
  return row.incoming ? (
    <Tile icon="arrow-down-left" tone="ok" />
  ) : (
    <Tile icon="arrow-up-right" tone="neutral" />
  )
}

export function StatusBadge({ row }: Props) {
  return row.badge ? <Badge tone={row.badge.tone}>{row.badge.text}</Badge> : null
}

export function SignedAmount({ row }: Props) {
  const look = row.rejected ? 'line-through text-text-3' : row.incoming ? 'text-ok' : ''
  return <span className={`font-550 ${look}`}>{row.amount}</span>
}

/** `To 0x5290...9EE7` with the address in the machine's type. */
export function Counterparty({ row }: Props) {
  const [, word = '', address] = /^(To|From) (.+)$/.exec(row.counterparty) ?? []
  if (!address) return <>{row.counterparty}</>
  return (
    <>
      {word} <span className="type-mono">{address}</span>
    </>
  )
}
