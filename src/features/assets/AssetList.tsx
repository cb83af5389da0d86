import { assetsText } from '#text/assets.ts'
import { Address } from '#ui/Address.tsx'
import { Cut } from '#ui/Cut.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { AssetIcon } from './AssetIcon.tsx'
import { ExactAmount } from './ExactAmount.tsx'
import type { AssetRow } from './row.ts'

export function AssetList({ rows }: { rows: readonly AssetRow[] }) {
  return (
    <List label={assetsText.title}>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          start={<AssetIcon row={row} />}
          title={row.unit}
          caption={row.chain}
          end={<Cut>{row.usd}</Cut>}
          endCaption={
            <>
              <ExactAmount row={row} /> · <Cut>{row.price}</Cut>
            </>
          }
        >
          {row.address && (
            <span className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-text-3">
              {assetsText.contract}
              <Address value={row.address} what={assetsText.contractAddress} className="text-text-2" />
            </span>
          )}
        </ListRow>
      ))}
    </List>
  )
}
