import type { BadgeText } from '#domain/badge.ts'
import { type Coin, type FeeSum, type Sum, sumText } from '#domain/facts.ts'
import { NONE } from '#domain/usd.ts'
import { transactionText } from '#text/transaction.ts'
import type { TimelineFacts } from './timeline.ts'

/** deciding: a guardian's answer is asked for. done: it is in a block that is final. */
export type SheetState =
  | 'confirm'
  | 'waiting'
  | 'deciding'
  | 'sending'
  | 'done'
  | 'failed'
  | 'rejected'
  | 'cancelled'

/** One side of a transfer. */
export interface Party {
  address: string | undefined
  /** Of a wallet of one's own, or of a person one knows; it stands beside the address, never instead of it. */
  name?: string | undefined
  /** One's own: the address stands short beside the name, and whole below. */
  own?: boolean
  /** Its ends stand beside the name, too. */
  ends?: boolean
  /** What is said of it that has no name: 'New address', 'Contract creation'. */
  words?: string | undefined
  /** It has no name, and may be given one. */
  nameable?: boolean
}

export interface Words {
  text: string
  /** On a second line. */
  note?: string | undefined
}

export interface Balance {
  /** Undefined where it is not known, or has not changed. */
  before?: string | undefined
  after: string
  unit: string
}

/** What every place that shows a transaction shows of it; what a state does not have it leaves out, in this order. */
export interface SheetFacts {
  state: SheetState
  badges: readonly BadgeText[]
  coin: Coin | undefined
  /** `-1500 USDC` */
  headline: string
  /** What it does in words, instead of an amount. */
  isWords?: boolean
  /** Below it: `$ 1,500.00 · Send Funds`. */
  under: string | undefined
  /** How it ended, where nothing came of it; what matters first. */
  ending: { lead?: string | undefined; rest?: string | undefined } | undefined
  from: Party
  to: Party
  item: string | undefined
  network: string
  /** Undefined where nobody can say yet. */
  fee: Words | undefined
  balance: Balance | undefined
  /** In what its fee will stand, where that and what is left are not known yet: their places are kept. */
  counting?: 'usd' | 'coins' | undefined
  note: string | undefined
  timeline: TimelineFacts | undefined
}

const text = transactionText.feeWords

/** In USD where the coin has a price, else in coins. */
const amountOf = ({ cents, amount, unit }: FeeSum): string => cents ?? sumText({ amount, unit })

/** `0.0173 MATIC` on the second line, unless the first one has it. */
const coinsOf = ({ cents, amount, unit }: FeeSum): string[] =>
  cents === undefined ? [] : [sumText({ amount, unit })]

type Fee = {
  /** What it costs most probably; undefined where only the most is known. */
  fee?: FeeSum | undefined
  ceiling: FeeSum
  /** `Medium` */
  speed?: string | undefined
  /** It costs neither more nor less. */
  fixed?: boolean
}

/** What a transaction will cost, in words: `About $ 0.01, at most $ 0.02`, and below that its coins. */
export const feeWords = ({ fee, ceiling, speed, fixed = false }: Fee): Words => {
  const shown = fee ?? ceiling
  const [likely, most] = [amountOf(shown), amountOf(ceiling)]
  const equal = likely === most
  const words = equal ? text.atMost(most) : text.range(likely, most)
  return {
    text: fixed ? text.fixed(most) : words,
    // The coins of what is said first, so that with them the balance after is explained where only the most is said.
    note: [...(speed ? [speed] : []), ...coinsOf(equal ? ceiling : shown)].join(' · ') || undefined,
  }
}

/** What it did cost; '-' for what is not known of that. */
export const paidWords = (paid: FeeSum): Words => ({
  text: amountOf(paid),
  note: coinsOf(paid)[0] ?? NONE,
})

/** `$ 1,500.00 · Send Funds` */
export const underText = (usd: Sum['usd'], kind?: string): string | undefined =>
  [...(usd ? [usd] : []), ...(kind ? [kind] : [])].join(' · ') || undefined
