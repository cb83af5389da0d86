import { Address } from '#ui/Address.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { ExactAmount } from './ExactAmount.tsx'
import type { AssetRow } from './row.ts'

export function AssetList({ rows }: { rows: readonly AssetRow[] }) {
  return (
    <List label="Assets">
      {rows.map((row) => (
        <ListRow
          key={row.id}
          start={<CoinIcon symbol={row.symbol} chain={row.chainSymbol} nft={row.collectible} />}
          title={row.symbol}
          caption={row.chain}
          end={row.usd}
          endCaption={
            <>
              <ExactAmount shown={row.amount} exact={row.exact} symbol={row.symbol} /> · {row.price}
            </>
          }
        >
          {row.address && <Address value={row.address} className="text-sm text-text-2" />}
        </ListRow>
      ))}
    </List>
  )
}
