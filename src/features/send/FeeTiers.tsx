import type { Asset } from '#contract/asset.ts'
import { GAS_SPEEDS } from '#contract/blockchain.ts'
import { feeUnit } from '#domain/chain.ts'
import { speedLabel, tierTime } from '#domain/gas.ts'
import { RadioList } from '#ui/RadioList.tsx'
import type { SendForm } from './form.ts'

export function FeeTiers({ form, asset }: { form: SendForm; asset: Asset }) {
  const { options } = form.fees
  return (
    <RadioList
      className="mt-5"
      label="Network fee"
      value={form.speed}
      onChange={form.chooseSpeed}
      options={GAS_SPEEDS.map((speed) => {
        const option = options?.[speed]
        return {
          value: speed,
          title: speedLabel(speed),
          caption: tierTime(speed, asset.blockchain),
          end: option ? `${option.totalCrypto} ${feeUnit(asset.blockchain)}` : '…',
          endCaption: option?.totalUsd ? `$ ${option.totalUsd}` : '-',
        }
      })}
    />
  )
}
