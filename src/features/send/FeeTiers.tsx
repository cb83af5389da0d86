import type { Asset } from '#contract/asset.ts'
import { GAS_SPEEDS } from '#contract/blockchain.ts'
import { feeUnit, isBitcoin } from '#domain/chain.ts'
import { feeSum } from '#domain/facts.ts'
import { speedLabel, tierTime } from '#domain/gas.ts'
import { shown } from '#domain/notation.ts'
import { saying } from '#text/catalogue.ts'
import { sendText } from '#text/send.ts'
import { Fee } from '#ui/Fee.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import type { SendForm } from './form.ts'

/** Of what no coins can pay the estimate is zero, which is no fee. */
const isNone = (fee: bigint, blockchain: string): boolean => fee === 0n && isBitcoin(blockchain)

export function FeeTiers({ form, asset }: { form: SendForm; asset: Asset }) {
  const { options } = form.fees
  const unit = feeUnit(asset.blockchain)
  return (
    <>
      <RadioList
        className="mt-5"
        label={sendText.networkFee}
        value={form.speed}
        onChange={form.chooseSpeed}
        options={GAS_SPEEDS.map((speed) => {
          const option = options?.[speed]
          const none = option && isNone(option.fee, asset.blockchain)
          return {
            value: speed,
            title: saying(speedLabel(speed)),
            caption: saying(tierTime(speed, asset.blockchain)),
            end: none ? '-' : option ? <Fee value={option.totalCrypto} unit={unit} /> : '…',
            endCaption: option?.totalUsd && !none ? `$ ${shown(option.totalUsd)}` : '-',
          }
        })}
      />
      <p role="status" className="mt-2 min-h-18px text-sm text-text-2 [overflow-wrap:anywhere]">
        <FeeLine form={form} blockchain={asset.blockchain} />
      </p>
    </>
  )
}

/** What this very transfer may cost, or why that is not known yet. */
function FeeLine({ form, blockchain }: { form: SendForm; blockchain: string }) {
  const { fees, quote, waits, refusal } = form
  if (fees.failed && !fees.options) return sendText.feesFailed
  if (fees.awaited) return sendText.feesLoading
  if (!fees.options) return refusal ? '' : (form.unanswered ?? sendText.feesOpen)
  if (!quote) return waits ? sendText.quoteWaiting : ''
  if (isNone(quote.fee, blockchain)) return ''
  const { amount, unit, usd } = feeSum(quote.fee, blockchain, fees.price)
  return (
    <>
      <Fee lead={sendText.feeAtMost} value={amount} unit={unit} />
      {usd && ` · ${usd}`}
    </>
  )
}
