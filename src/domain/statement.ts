import type { Asset } from '#contract/asset.ts'
import { BTC_DECIMALS, WEI_DECIMALS } from '#contract/limit.ts'
import type { Transaction } from '#contract/transaction.ts'
import { unitsToText } from './amount.ts'
import { assetDecimals } from './asset.ts'
import { isBitcoin, nativeSymbol } from './chain.ts'
import { dayStart } from './date.ts'
import { isOf } from './holding.ts'
import { directionFor } from './txview.ts'

/** One change of a balance. Amounts are decimal texts in whole coins, what goes out is negative. */
export interface StatementLine {
  kind: 'in' | 'out' | 'fee'
  transaction: Transaction
  at: string
  amount: string
  balance: string
}

export interface AssetStatement {
  coin: Coin
  opening: string
  closing: string
  received: string
  sent: string
  fees: string
  /** Oldest first. */
  lines: StatementLine[]
  /** What today's amount has and no transaction explains; negative where more went out than ever came in. */
  unexplained: string | undefined
}

export interface Statement {
  assets: AssetStatement[]
  /** Transactions begun in the period that have moved nothing yet. */
  waiting: number
}

type Coin = Pick<Asset, 'blockchain' | 'address' | 'symbol' | 'decimals' | 'type' | 'tokenId'>

interface Change {
  kind: StatementLine['kind']
  transaction: Transaction
  at: string
  units: bigint
}

interface Holding {
  coin: Coin
  now: bigint
  changes: Change[]
}

/** In a block, and not undone by it. One that is not final yet counts, as balances count it. */
const hasMoved = ({ status, blockNumber }: Transaction): boolean =>
  status === 'success' || (status === 'broadcasting' && blockNumber != null)

/** A send that guardians were asked about is paid long after it was begun. */
const timeOf = ({ approval, finishedAt, createdAt }: Transaction): string =>
  approval && finishedAt ? finishedAt : createdAt

const sameText = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && a.toLowerCase() === b?.toLowerCase()

/** What went to the sender himself has changed nothing but for its fee. */
const movedUnits = (transaction: Transaction, walletId: string): bigint => {
  const { amount, sender, recipient } = transaction
  if (!hasMoved(transaction) || sameText(sender, recipient)) return 0n
  return directionFor(transaction, walletId) === 'outcome' ? -BigInt(amount) : BigInt(amount)
}

/** What this wallet paid to the network: also for what failed there, and not for what another own wallet sent. */
const paidUnits = (transaction: Transaction, walletId: string): bigint => {
  const { fee, blockNumber, blockchain, inputs, sender, accountTxs } = transaction
  if (fee == null || blockNumber == null) return 0n
  const isSender = accountTxs.some((leg) => leg.walletId === walletId && leg.direction === 'outcome')
  if (!isSender && accountTxs.some(({ direction }) => direction === 'outcome')) return 0n
  // Of a Bitcoin transaction that others paid for as well, the amount has its part of the fee in it.
  const isShared =
    isBitcoin(blockchain) && sender && inputs?.some(({ address }) => !sameText(address, sender))
  return isShared ? 0n : BigInt(fee)
}

const coinOf = (transaction: Transaction): Coin => {
  const { blockchain, assetAddress, assetSymbol, assetDecimals, assetTokenId } = transaction
  const type = assetTokenId ? 'ERC721' : assetAddress ? 'ERC20' : undefined
  return {
    ...{ blockchain, symbol: assetSymbol, decimals: assetDecimals, tokenId: assetTokenId, type },
    address: assetAddress,
  }
}

const nativeCoin = (blockchain: string): Coin => ({
  blockchain,
  symbol: nativeSymbol(blockchain) ?? '',
  decimals: isBitcoin(blockchain) ? BTC_DECIMALS : WEI_DECIMALS,
})

const sum = (changes: readonly Change[]): bigint => changes.reduce((total, { units }) => total + units, 0n)

interface Asked {
  /** Of one wallet, as they are now. */
  assets: readonly Asset[]
  transactions: readonly Transaction[]
  walletId: string
  /** First and last day, `2024-03-05`, in the viewer's time zone; without one there is no limit on its side. */
  from: string
  to: string
}

/** What a wallet held at the beginning and at the end of a period, counted back from what it holds today. */
export const statementOf = ({ assets, transactions, walletId, from, to }: Asked): Statement => {
  const begins = dayStart(from) ?? Number.NEGATIVE_INFINITY
  const ends = dayStart(to, 1) ?? Number.POSITIVE_INFINITY
  const holdings: Holding[] = assets.map((asset) => ({
    coin: asset,
    now: BigInt(asset.amount),
    changes: [],
  }))
  const add = (found: Holding | undefined, coin: Coin, change: Change) => {
    const holding = found ?? { coin, now: 0n, changes: [] }
    if (!found) holdings.push(holding)
    holding.changes.push(change)
  }
  for (const transaction of transactions) {
    const { blockchain } = transaction
    const at = timeOf(transaction)
    const moved = movedUnits(transaction, walletId)
    if (moved !== 0n) {
      const kind = moved > 0n ? 'in' : 'out'
      const found = holdings.find(({ coin }) => isOf(transaction, coin))
      add(found, coinOf(transaction), { kind, transaction, at, units: moved })
    }
    const paid = paidUnits(transaction, walletId)
    if (paid !== 0n) {
      const found = holdings.find(({ coin }) => coin.blockchain === blockchain && !coin.address)
      add(found, nativeCoin(blockchain), { kind: 'fee', transaction, at, units: -paid })
    }
  }

  const period = ({ coin, now, changes }: Holding): AssetStatement => {
    const sorted = changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    const within = sorted.filter(({ at }) => Date.parse(at) >= begins && Date.parse(at) < ends)
    const closing = now - sum(sorted.filter(({ at }) => Date.parse(at) >= ends))
    const opening = closing - sum(within)
    const unexplained = now - sum(sorted)
    const text = (units: bigint) => unitsToText(units, assetDecimals(coin))
    const of = (kind: Change['kind']) => text(sum(within.filter((change) => change.kind === kind)))
    let balance = opening
    const lines = within.map(({ units, ...line }): StatementLine => {
      balance += units
      return { ...line, amount: text(units), balance: text(balance) }
    })
    return {
      ...{ coin, lines, opening: text(opening), closing: text(closing) },
      ...{ received: of('in'), sent: of('out'), fees: of('fee') },
      unexplained: unexplained === 0n ? undefined : text(unexplained),
    }
  }

  const isEmpty = ({ lines, opening, closing }: AssetStatement) =>
    lines.length === 0 && opening === '0' && closing === '0'
  const waits = ({ status, blockNumber, createdAt }: Transaction) => {
    const begun = Date.parse(createdAt) >= begins && Date.parse(createdAt) < ends
    return begun && (status === 'pending-approval' || (status === 'broadcasting' && blockNumber == null))
  }
  return {
    assets: holdings.map(period).filter((asset) => !isEmpty(asset)),
    waiting: transactions.filter(waits).length,
  }
}
