import { openModal } from '#state/modals.ts'
import { activityText } from '#text/activity.ts'
import { saying } from '#text/catalogue.ts'
import { Badge } from '#ui/Badge.tsx'
import { Cut } from '#ui/Cut.tsx'
import { NameChip } from '#ui/NameChip.tsx'
import { Private } from '#ui/Private.tsx'
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

export function RowBadge({ row }: Props) {
  if (row.minted) return <Badge tone="neutral">{activityText.minted}</Badge>
  return row.badge ? <Badge tone={row.badge.tone}>{row.badge.text}</Badge> : null
}

/** All its digits are in the info panel, which a press on the row opens. */
export function SignedAmount({ row }: Props) {
  const look = row.rejected ? 'line-through text-text-3' : row.incoming ? 'text-ok' : ''
  return (
    <Private>
      <Cut keep={12} className={`font-550 ${look}`}>
        {row.amount}
      </Cut>
    </Private>
  )
}

/** `To 0x5290...9EE7` with the address in the machine's type, beside its name or a way to give it one. */
export function Counterparty({ row }: Props) {
  const { unnamed } = row
  const [, word = '', address] = /^(To|From) (.+)$/.exec(row.counterparty) ?? []
  if (!address) return <>{saying(row.counterparty)}</>
  return (
    <>
      {word === 'To' ? activityText.to : activityText.from}{' '}
      {row.named && <NameChip initial={row.named.initial}>{row.named.name}</NameChip>}
      <span className="type-mono">{address}</span>
      {unnamed && (
        <button
          type="button"
          aria-label={activityText.nameOf(address)}
          className="link relative z-1 ml-10px hit-44"
          onClick={() => openModal({ id: 'contact', address: unnamed })}
        >
          {activityText.name}
        </button>
      )}
    </>
  )
}
