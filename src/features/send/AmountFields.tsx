import { exactText, unitsToText } from '#domain/amount.ts'
import { assetAmount, assetDecimals, assetSymbol } from '#domain/asset.ts'
import { chainName, nativeAsset, nativeSymbol } from '#domain/chain.ts'
import { hasPrice } from '#domain/conversion.ts'
import { AMOUNT_INTEGER, GAS_FUNDS } from '#domain/sendrule.ts'
import { AmountBox } from '#ui/AmountBox.tsx'
import type { SendForm } from './form.ts'

export function AmountFields({ form }: { form: SendForm }) {
  const { asset, pair, errors } = form
  const symbol = asset ? assetSymbol(asset) : ''
  return (
    <>
      <AmountBox
        className="mt-5"
        label="Amount"
        unit={symbol}
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
              Balance {exactText(assetAmount(asset))} {symbol}{' '}
              <button
                type="button"
                className="link hit-44"
                disabled={form.fee === undefined}
                onClick={form.takeMax}
              >
                Max
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
  const { asset, assets, errors, fee } = form
  if (!asset) return null
  const text = (() => {
    if (errors.amount === AMOUNT_INTEGER) {
      return `${assetSymbol(asset)} has at most ${assetDecimals(asset) ?? 18} decimals.`
    }
    if (errors.amount === GAS_FUNDS && fee !== undefined) {
      const coin = nativeSymbol(asset.blockchain)?.toUpperCase() ?? ''
      const owned = nativeAsset(assets, asset.blockchain)?.amount ?? '0'
      return `You need about ${unitsToText(fee)} ${coin} on ${chainName(asset.blockchain)}; you have ${unitsToText(owned)}.`
    }
    return undefined
  })()
  return text ? <p className="mt-1 text-sm text-text-2">{text}</p> : null
}
