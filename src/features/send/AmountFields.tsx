import { unitsToText } from '#domain/amount.ts'
import { assetDecimals, assetSymbol, availableText } from '#domain/asset.ts'
import { chainName, nativeSymbol } from '#domain/chain.ts'
import { hasPrice } from '#domain/conversion.ts'
import { shown } from '#domain/notation.ts'
import { AMOUNT_INTEGER, GAS_FUNDS } from '#domain/sendrule.ts'
import { clearUnit } from '#domain/unit.ts'
import { saying } from '#text/catalogue.ts'
import { sendText } from '#text/send.ts'
import { AmountBox } from '#ui/AmountBox.tsx'
import type { SendForm } from './form.ts'

export function AmountFields({ form }: { form: SendForm }) {
  const { asset, pair, errors } = form
  return (
    <>
      <AmountBox
        className="mt-5"
        label={sendText.amount}
        unit={asset ? clearUnit(asset.symbol, asset.type === 'ERC721' ? asset.tokenId : undefined) : ''}
        value={pair.crypto.text}
        onChange={form.typeCrypto}
        onBlur={form.leave}
        usd={pair.usd.text}
        onUsdChange={form.typeUsd}
        onUsdBlur={form.leave}
        disabled={!asset}
        usdDisabled={!hasPrice(form.price)}
        error={errors.amount}
        hint={form.hint}
        aside={
          asset && (
            <>
              <span className="[overflow-wrap:anywhere]">
                {sendText.available(saying(availableText(asset)))}
              </span>{' '}
              <button
                type="button"
                className="link hit-44"
                disabled={!form.canTakeMax}
                onClick={form.takeMax}
              >
                {sendText.max}
              </button>
            </>
          )
        }
      />
      <Explanation form={form} />
    </>
  )
}

/** What the fixed message leaves open, on a line of its own. */
function Explanation({ form }: { form: SendForm }) {
  const { asset, errors, fee, nativeBalance } = form
  if (!asset) return null
  const text = (() => {
    if (errors.amount === AMOUNT_INTEGER) {
      return sendText.decimals(assetSymbol(asset), assetDecimals(asset) ?? 18)
    }
    if (errors.amount === GAS_FUNDS && fee !== undefined) {
      const coin = nativeSymbol(asset.blockchain)?.toUpperCase() ?? ''
      const owned = shown(unitsToText(nativeBalance ?? '0'))
      return sendText.gasNeeded(shown(unitsToText(fee)), coin, chainName(asset.blockchain), owned)
    }
    return undefined
  })()
  return text ? <p className="mt-1 text-sm text-text-2">{text}</p> : null
}
