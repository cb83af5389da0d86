import { Address } from '#ui/Address.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Cell, type Column, Row, Table } from '#ui/Table.tsx'
import { ExactAmount } from './ExactAmount.tsx'
import type { AssetRow } from './row.ts'

const head: readonly Column[] = [
  { label: 'Asset' },
  { label: 'Amount', align: 'end' },
  { label: 'Price', align: 'end' },
  { label: 'USD Equivalent', align: 'end' },
  { label: 'Address', width: 'w-58 pl-19!' },
]

export function AssetTable({ rows }: { rows: readonly AssetRow[] }) {
  return (
    <Table label="Assets" head={head}>
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <span className="flex items-center gap-14px">
              <CoinIcon symbol={row.symbol} chain={row.chainSymbol} nft={row.collectible} />
              <span className="min-w-0">
                <span className="block font-550">{row.symbol}</span>
                <span className="block text-sm text-text-3">{row.chain}</span>
              </span>
            </span>
          </Cell>
          <Cell align="end">
            <ExactAmount shown={row.amount} exact={row.exact} symbol={row.symbol} />
          </Cell>
          <Cell align="end" className="text-text-2">
            {row.price}
          </Cell>
          <Cell align="end" className="font-550">
            {row.usd}
          </Cell>
          <Cell className="pl-19! text-text-2">{row.address ? <Address value={row.address} /> : '-'}</Cell>
        </Row>
      ))}
    </Table>
  )
}
