import { assetsText } from '#text/assets.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Cut } from '#ui/Cut.tsx'
import { Exact } from '#ui/Exact.tsx'
import { Private } from '#ui/Private.tsx'
import type { AssetRow } from './row.ts'

/** The rounded amount; all its digits are in the title, are spoken, and show with the whole contract on demand. */
export function ExactAmount({ row }: { row: AssetRow }) {
  return (
    <Private>
      <Shown row={row} />
    </Private>
  )
}

function Shown({ row }: { row: AssetRow }) {
  const { amount, exact, unit, address, tokenId } = row
  return (
    <Exact
      title={exact}
      className="relative z-1"
      plain={amount.replace(/[.,]?0+$/, '') === exact}
      whole={
        <>
          <Amount className="block [overflow-wrap:anywhere]">{`${exact} ${unit}`}</Amount>
          {tokenId && <span className="mt-1 block break-all">{assetsText.item(tokenId)}</span>}
          {address && (
            <span className="mt-2 block text-sm font-400 text-text-3">
              {assetsText.contract}
              <AddressGroups value={address} />
            </span>
          )}
        </>
      }
    >
      <span aria-hidden>
        <Cut>{amount}</Cut>
      </span>
      <span className="sr-only">{`${exact} ${unit}`}</span>
    </Exact>
  )
}
