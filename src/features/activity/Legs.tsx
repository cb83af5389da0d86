import { useAtomValue } from 'jotai'
import type { Transaction } from '#contract/transaction.ts'
import { sameAddress } from '#domain/address.ts'
import { exactAmount } from '#domain/amount.ts'
import { NONE } from '#domain/usd.ts'
import { walletsAtom } from '#state/wallets.ts'
import { activityText } from '#text/activity.ts'
import { Address } from '#ui/Address.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Private } from '#ui/Private.tsx'

const BTC_DECIMALS = 8
const btc = (satoshi: string | bigint): string => exactAmount(satoshi.toString(), BTC_DECIMALS, 'btc')

/** So many stand open; more are looked at on demand. */
const FEW = 8

type Legs = NonNullable<Transaction['inputs']>
type Props = {
  /** `2 inputs` */
  title: string
  legs: Legs
  walletId: string
  /** What comes to the wallet here is what is left of its own coins. */
  change?: boolean
}

/** Inputs or outputs of a Bitcoin transaction. */
export function Legs({ title, legs, walletId, change = false }: Props) {
  const sum = legs.reduce((total, { value }) => total + BigInt(value), 0n)
  const list = <LegList legs={legs} walletId={walletId} change={change} />
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="mb-2 flex justify-between gap-4 type-h3">
        {title}
        <span className="text-ui font-400 text-text-3">
          <Private>
            <Amount>{btc(sum)}</Amount>
          </Private>
        </span>
      </h3>
      {legs.length > FEW ? <Disclosure summary={activityText.showLegs}>{list}</Disclosure> : list}
    </section>
  )
}

function LegList({ legs, walletId, change }: Pick<Props, 'legs' | 'walletId' | 'change'>) {
  const wallet = useAtomValue(walletsAtom).find(({ id }) => id === walletId)
  const isOwn = (leg: Legs[number]) =>
    wallet?.accounts.some(({ address }) => sameAddress(address, leg.address)) === true
  const whose = wallet && (change ? activityText.backTo(wallet.name) : wallet.name)
  return (
    <Facts>
      {legs.map((leg, index) => (
        <Fact
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a transaction's legs is fixed
          key={index}
          label={
            <>
              {isOwn(leg) && <span className="block text-sm [overflow-wrap:anywhere]">{whose}</span>}
              {leg.address ? <Address value={leg.address} /> : NONE}
            </>
          }
        >
          <Private>
            <Amount>{btc(leg.value)}</Amount>
          </Private>
        </Fact>
      ))}
    </Facts>
  )
}
