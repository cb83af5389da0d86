import { assetsText } from '#text/assets.ts'
import { Address } from '#ui/Address.tsx'
import { Cut } from '#ui/Cut.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Private } from '#ui/Private.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { AssetIcon } from './AssetIcon.tsx'
import { ExactAmount } from './ExactAmount.tsx'
import type { AssetRowsProps } from './row.ts'

export function AssetList({ rows, selectedId, onOpen }: AssetRowsProps) {
  return (
    <List label={assetsText.title}>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          selected={row.id === selectedId}
          start={<AssetIcon row={row} />}
          title={<RowButton onClick={() => onOpen(row.id)}>{row.unit}</RowButton>}
          caption={row.chain}
          end={
            <Private>
              <Cut>{row.usd}</Cut>
            </Private>
          }
          endCaption={
            <>
              <ExactAmount row={row} /> · <Cut>{row.price}</Cut>
            </>
          }
        >
          {row.address && (
            <span className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-text-3">
              {assetsText.contract}
              <Address
                value={row.address}
                what={assetsText.contractAddress}
                className="relative z-1 text-text-2"
              />
            </span>
          )}
        </ListRow>
      ))}
    </List>
  )
}
