import type { ApprovalRequest } from '#contract/approval.ts'
import type { Asset, Token } from '#contract/asset.ts'
import type { WcQuote, WcRequest } from '#contract/dapp.ts'
import { sameAddress, shortAddress } from './address.ts'
import { symbolText } from './amount.ts'
import { assetExactText, assetSymbol } from './asset.ts'
import { type CalledToken, describeCall, permissionOf } from './call.ts'
import { nativeSymbol } from './chain.ts'
import { type Doubts, type Facts, type FeeSum, feeSum, movedFacts, type Sum, sumText } from './facts.ts'
import { shown } from './notation.ts'
import { assetPrice, assetUsd, type TokenIndex, tokenIndex } from './portfolio.ts'
import type { SendTransaction } from './request.ts'
import { type Acquaintance, recipientHints, UNJUDGED } from './sendwarning.ts'
import { usdText } from './usd.ts'

/** Facts of a transaction that a dApp asks for; what costs is undefined until the chain was asked. */
export type CallFacts = Facts &
  Doubts & {
    call: NonNullable<ApprovalRequest['call']>
    /** What it costs most probably. */
    fee: FeeSum | undefined
    /** What it may cost, and never more. */
    ceiling: FeeSum | undefined
    /** What is left if it costs the most that it may; undefined when it cannot be paid. */
    after: Sum | undefined
    /** What there is now. */
    before: Sum | undefined
    /** What it would let somebody take. */
    permission: { symbol: string; unlimited: boolean } | undefined
    /** How much of that there is today: `12500 USDC · $ 12,500.00 today`. */
    stake: string | undefined
    /** What it takes, where that is more than there is. */
    short: { needed: string; available: string } | undefined
    /** Why it would not be carried out; undefined where it cannot be paid, which says why. */
    problem: string | undefined
  }

type Asked = {
  item: Pick<WcRequest, 'blockchain'>
  transaction: SendTransaction
  quote: WcQuote | undefined
  /** There is none, for the server could not say. */
  unquoted?: boolean
  tokens: readonly Token[]
  /** What the wallet holds. */
  assets?: readonly Asset[]
  /** What is known of the address that it goes to; undefined as long as nothing is. */
  met: Acquaintance | undefined
  /** The wallet's transactions need guardians. */
  guarded: boolean
}

const stakeText = (asset: Asset, tokens: TokenIndex): string => {
  const usd = assetUsd(asset, tokens)
  const held = `${shown(assetExactText(asset))} ${assetSymbol(asset)}`
  return `${usd === undefined ? held : `${held} · ${usdText(usd)}`} today`
}

const NO_QUOTE = {
  fee: undefined,
  ceiling: undefined,
  before: undefined,
  after: undefined,
  short: undefined,
  problem: undefined,
}

export const callFacts = ({
  item: { blockchain },
  transaction,
  quote,
  unquoted = false,
  tokens,
  assets = [],
  met = UNJUDGED,
  guarded,
}: Asked): CallFacts => {
  const { from, to, value, rawValue, data } = transaction
  const symbol = nativeSymbol(blockchain) ?? ''
  const price = assetPrice({ blockchain }, tokenIndex(tokens))
  // What was read of contracts once only fills the time until they have been asked now: nobody confirms by it.
  const stored = unquoted ? [] : tokens.filter((token) => token.blockchain === blockchain)
  const known = quote?.tokens ?? stored
  const tokenOf = (contract: string): CalledToken | undefined => {
    const token = known.find(({ address }) => sameAddress(address, contract))
    return (
      token && {
        symbol: symbolText(token.symbol),
        decimals: token.decimals ?? null,
        type: token.type ?? null,
      }
    )
  }
  const permitted = permissionOf(data, to ?? '')
  const held = assets.find(
    (asset) => asset.blockchain === blockchain && sameAddress(asset.address, permitted?.token),
  )
  const facts = {
    permission: permitted && {
      symbol: tokenOf(permitted.token)?.symbol ?? `tokens of ${shortAddress(permitted.token)}`,
      unlimited: permitted.unlimited,
    },
    stake: held && stakeText(held, tokenIndex(tokens)),
    ...movedFacts({ amount: value, symbol, blockchain, price, sender: from, recipient: to }),
    call: describeCall(data, to ?? '', { tokenOf, guarded, coin: symbolText(symbol) }),
    hints: to ? recipientHints({ ...met, recipient: to, contract: undefined, own: [from] }) : [],
    lookalikeOf: met.lookalikeOf,
  }
  if (!quote) return { ...facts, ...NO_QUOTE }
  const coins = (units: bigint) => feeSum(units, blockchain, price)
  const available = BigInt(quote.available)
  const needed = BigInt(rawValue) + BigInt(quote.feeCeiling ?? 0)
  const isShort = needed > available
  return {
    ...facts,
    fee: quote.fee ? coins(BigInt(quote.fee)) : undefined,
    ceiling: quote.feeCeiling ? coins(BigInt(quote.feeCeiling)) : undefined,
    before: coins(available),
    after: isShort || !quote.feeCeiling ? undefined : coins(available - needed),
    short: isShort ? { needed: sumText(coins(needed)), available: sumText(coins(available)) } : undefined,
    problem: isShort ? undefined : (quote.problem ?? undefined),
  }
}
