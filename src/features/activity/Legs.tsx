import type { Transaction } from '#contract/transaction.ts'
import { exactAmount } from '#domain/amount.ts'
import { NONE } from '#domain/usd.ts'
import { Address } from '#ui/Address.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'

const BTC_DECIMALS = 8

type Props = { title: string; legs: NonNullable<Transaction['inputs']> }

/** Inputs or outputs of a Bitcoin transaction. */
export function Legs({ title, legs }: Props) {
  return (
    <section className="mt-5">
      <h3 className="mb-2 type-h3">{title}</h3>
      <Facts>
        {legs.map((leg, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a transaction's legs is fixed
          <Fact key={index} label={leg.address ? <Address value={leg.address} /> : NONE}>
            <Amount>{exactAmount(leg.value, BTC_DECIMALS, 'btc')}</Amount>
          </Fact>
        ))}
      </Facts>
    </section>
  )
}
