import { NONE } from '#domain/usd.ts'
import { assetsText } from '#text/assets.ts'
import { Address } from '#ui/Address.tsx'
import { Cut } from '#ui/Cut.tsx'
import { Private } from '#ui/Private.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { Cell, type Column, Row, Table } from '#ui/Table.tsx'
import { AssetIcon } from './AssetIcon.tsx'
import { ExactAmount } from './ExactAmount.tsx'
import type { AssetRowsProps } from './row.ts'

const heads = (): Column[] => [
  { label: assetsText.head.asset },
  { label: assetsText.head.amount, align: 'end', width: 'w-[17%]' },
  { label: assetsText.head.price, align: 'end', width: 'w-[14%]' },
  { label: assetsText.head.usd, align: 'end', width: 'w-[18%]' },
  { label: assetsText.head.address, width: 'w-51 lg:w-58 pl-10! lg:pl-19!' },
]

export function AssetTable({ rows, selectedId, onOpen }: AssetRowsProps) {
  return (
    <Table label={assetsText.title} head={heads()} fixed>
      {rows.map((row) => (
        <Row key={row.id} selected={row.id === selectedId}>
          <Cell>
            <span className="flex items-center gap-14px">
              <AssetIcon row={row} />
              <span className="min-w-0">
                <RowButton onClick={() => onOpen(row.id)} className="block font-550 [overflow-wrap:anywhere]">
                  {row.unit}
                </RowButton>
                <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">{row.chain}</span>
              </span>
            </span>
          </Cell>
          <Cell align="end">
            <ExactAmount row={row} />
          </Cell>
          <Cell align="end" className="text-text-2">
            <Cut>{row.price}</Cut>
          </Cell>
          <Cell align="end" className="font-550">
            <Private>
              <Cut>{row.usd}</Cut>
            </Private>
          </Cell>
          <Cell className="pl-10! text-text-2 lg:pl-19!">
            {row.address ? <Contract address={row.address} /> : NONE}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** Whose address it is stands with it: nobody may take it for the one to receive at. */
function Contract({ address }: { address: string }) {
  return (
    <>
      <Address value={address} what={assetsText.contractAddress} className="relative z-1" />
      <span className="block text-sm text-text-3">{assetsText.contract}</span>
    </>
  )
}
