import { useRef } from 'react'
import { shortAddress } from '#domain/address.ts'
import { unitText } from '#domain/amount.ts'
import { chainName } from '#domain/chain.ts'
import { type HiddenToken, showToken } from '#state/hidden.ts'
import { assetText } from '#text/asset.ts'
import { Button } from '#ui/Button.tsx'

/** Tokens that were hidden on this device, each to be shown again. */
export function HiddenTokens({ tokens }: { tokens: readonly HiddenToken[] }) {
  const list = useRef<HTMLUListElement>(null)
  const show = (token: HiddenToken, index: number) => {
    showToken(token)
    // The button that was pressed goes with its row.
    setTimeout(() => {
      const left = list.current?.querySelectorAll('button') ?? []
      const next = left[Math.min(index, left.length - 1)] ?? document.querySelector('main')
      next?.focus()
    })
  }
  return (
    <ul ref={list} className="m-0 list-none p-0 divide-y divide-line">
      {tokens.map((token, index) => {
        const { blockchain, address, tokenId, symbol } = token
        const unit = unitText(symbol, tokenId)
        const network = chainName(blockchain)
        return (
          <li key={`${blockchain} ${address} ${tokenId ?? ''}`} className="flex items-center gap-3 py-3">
            <span className="min-w-0 flex-1 text-ui [overflow-wrap:anywhere]">
              <span className="font-550">{unit}</span>
              <span className="block text-sm text-text-3">
                {network} · <span className="type-mono">{shortAddress(address)}</span>
              </span>
            </span>
            <Button
              size={32}
              aria-label={assetText.showToken(unit, network)}
              onClick={() => show(token, index)}
            >
              {assetText.show}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
