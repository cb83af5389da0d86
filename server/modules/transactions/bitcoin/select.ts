import { dustLimit, feeOf, INPUT_WEIGHT, sizeOf } from '#domain/bitcoinsize.ts'
import { COINS_MAX } from '#domain/coinlimit.ts'

/** An output that can be spent. */
export interface Coin {
  txid: string
  vout: number
  /** Satoshi. */
  value: bigint
}

export interface Payment {
  /** Satoshi that the recipient gets. */
  amount: bigint
  script: Uint8Array
  changeScript: Uint8Array
  /** Satoshi per 1000 virtual bytes. */
  rate: bigint
}

/** What a transaction spends. Its coins hold the amount, the change and the fee, to the satoshi. */
export interface Spend {
  coins: readonly Coin[]
  fee: bigint
  /** 0 for no change output. */
  change: bigint
}

/** As Bitcoin Core: a search that takes longer than this finds nothing much better. */
const TRIES = 100_000

const sum = (coins: readonly Coin[]): bigint => coins.reduce((total, { value }) => total + value, 0n)

const larger = (a: Coin, b: Coin): number => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0)

/** False for a coin whose own input would cost as much as it holds. */
const isWorthSpending = ({ value }: Coin, rate: bigint): boolean => value * 4000n > rate * INPUT_WEIGHT

/** Fee without change, by number of coins. */
const bareFee = ({ script, rate }: Pick<Payment, 'script' | 'rate'>, count: number): bigint =>
  feeOf(sizeOf(count, [script]), rate)

/** These coins for this payment: what is left comes back, or goes to the fee where it would be dust. */
export const spendOf = (coins: readonly Coin[], payment: Payment): Spend | undefined => {
  const { amount, script, changeScript, rate } = payment
  const rest = sum(coins) - amount
  if (rest < bareFee(payment, coins.length)) return undefined
  const fee = feeOf(sizeOf(coins.length, [script, changeScript]), rate)
  const change = rest - fee
  return change >= dustLimit(changeScript) ? { coins, fee, change } : { coins, fee: rest, change: 0n }
}

/** The cheapest coins, of `coins` in falling order, that need no change; undefined where none fit. */
const branchAndBound = (coins: readonly Coin[], payment: Payment): Spend | undefined => {
  const { amount, changeScript, rate } = payment
  const inputFee = ((INPUT_WEIGHT / 4n) * rate) / 1000n
  /** What coins from each one on can add at most, once their own fees are paid. */
  const ahead = [0n]
  for (const { value } of [...coins].reverse()) ahead.unshift((ahead[0] ?? 0n) + value - inputFee)
  const needs = Array.from({ length: coins.length + 1 }, (_, count) => amount + bareFee(payment, count))
  const need = (count: number): bigint => needs[count] ?? 0n
  /** More than this over the need would be change; less than a change output and its dust limit never is. */
  const spare = feeOf(sizeOf(1, [changeScript]) - sizeOf(1, []), rate) + dustLimit(changeScript)

  let best: Spend | undefined
  let tries = TRIES
  const chosen: Coin[] = []
  const walk = (from: number, total: bigint): void => {
    const count = chosen.length + 1
    for (let index = from; index < coins.length && tries > 0; index += 1) {
      const coin = coins[index]
      if (!coin || total + (ahead[index] ?? 0n) < need(chosen.length)) return
      if (best && need(count) - amount >= best.fee) return
      // Of equal coins the first stands for all.
      if (index > from && coin.value === coins[index - 1]?.value) continue
      tries -= 1
      const sumNow = total + coin.value
      if (sumNow > need(count) + spare) continue
      chosen.push(coin)
      if (sumNow < need(count)) walk(index + 1, sumNow)
      else {
        const spend = spendOf([...chosen], payment)
        if (spend?.change === 0n && (!best || spend.fee < best.fee)) best = spend
      }
      chosen.pop()
    }
  }
  walk(0, 0n)
  return best
}

/** As few coins as will do, of `coins` in falling order, or one more where that saves what would go to the fee. */
const largestFirst = (coins: readonly Coin[], payment: Payment): Spend | undefined => {
  let best: Spend | undefined
  let total = 0n
  for (const [index, { value }] of coins.entries()) {
    total += value
    if (total < payment.amount) continue
    const spend = spendOf(coins.slice(0, index + 1), payment)
    if (spend && (!best || spend.fee < best.fee)) best = spend
    if (spend && spend.change > 0n) break
  }
  return best
}

/** Those that pay more than their own input costs, the largest first, as many as one transaction may spend. */
const paying = (coins: readonly Coin[], rate: bigint): Coin[] =>
  coins
    .filter((coin) => isWorthSpending(coin, rate))
    .sort(larger)
    .slice(0, COINS_MAX)

/**
 * The coins for a payment, at the lowest fee that a search finds; undefined where they do not cover amount and fee.
 * An amount that is just what all coins hold less their fee empties the wallet, with coins that are not worth their
 * own input.
 */
export const selectCoins = (coins: readonly Coin[], payment: Payment): Spend | undefined => {
  const all = emptyCoins(coins, payment)
  if (all?.amount === payment.amount) return { coins: all.coins, fee: all.fee, change: 0n }
  const worth = paying(coins, payment.rate)
  const exact = branchAndBound(worth, payment)
  const usual = largestFirst(worth, payment)
  return exact && (!usual || exact.fee <= usual.fee) ? exact : usual
}

/**
 * The most that one output can hold when every coin is spent, or where those are too many, the largest that pay; undefined
 * where that would be dust or nothing.
 */
export const emptyCoins = (
  coins: readonly Coin[],
  to: Pick<Payment, 'script' | 'rate'>,
): { coins: readonly Coin[]; amount: bigint; fee: bigint } | undefined => {
  const all = coins.length > COINS_MAX ? paying(coins, to.rate) : coins
  const fee = bareFee(to, all.length)
  const amount = sum(all) - fee
  return all.length > 0 && amount >= dustLimit(to.script) ? { coins: all, amount, fee } : undefined
}
