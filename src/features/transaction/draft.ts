import type { Asset } from '#contract/asset.ts'
import type { GasSpeed } from '#contract/blockchain.ts'
import { exactText, textToUnits, unitsToText } from '#domain/amount.ts'
import { availableUnits } from '#domain/asset.ts'
import { isBitcoin } from '#domain/chain.ts'
import { type SendFacts, sumText } from '#domain/facts.ts'
import { speedLabel } from '#domain/gas.ts'
import { clearUnit } from '#domain/unit.ts'
import { NONE } from '#domain/usd.ts'
import { saying } from '#text/catalogue.ts'
import { type Balance, feeWords, type Party, type SheetFacts, underText } from './facts.ts'

type Spent = Pick<Asset, 'symbol' | 'amount' | 'reserved' | 'decimals' | 'type'>

/**
 * What can be spent of an asset before and after a send of `amount` (decimal text), which on a native coin takes its fee
 * of at most `ceiling` (smallest units), too. Undefined for an item, and where it cannot be paid.
 */
export const balanceAfter = (asset: Spent, amount: string, ceiling: bigint): Balance | undefined => {
  const units = textToUnits(amount, asset.decimals)
  if (asset.type === 'ERC721' || units === undefined) return undefined
  const before = availableUnits(asset)
  const after = before - units - (asset.type ? 0n : ceiling)
  if (after < 0n) return undefined
  const text = (value: bigint) => exactText(unitsToText(value, asset.decimals))
  return { before: text(before), after: text(after), unit: clearUnit(asset.symbol) }
}

type Draft = {
  facts: SendFacts
  asset: Asset
  speed: GasSpeed
  /** Smallest units of the native coin. */
  ceiling: bigint
  from: Party
  to: Party
  guarded: boolean
  /** The owner's words for it. */
  note?: string | undefined
}

/** A transfer that its owner is about to submit. */
export const draftSheet = ({ facts, asset, speed, ceiling, from, to, guarded, note }: Draft): SheetFacts => {
  const { moved, coin, item, network } = facts
  return {
    state: 'confirm',
    badges: [],
    coin,
    headline: sumText(moved),
    under: coin.nft ? undefined : underText(moved.usd ?? NONE),
    ending: undefined,
    from,
    to,
    item,
    network,
    fee: feeWords({
      // Nobody assumes the gas of an item: only the quote says what it costs.
      fee: coin.nft ? undefined : facts.fee,
      ceiling: facts.ceiling,
      speed: saying(speedLabel(speed)),
      fixed: isBitcoin(asset.blockchain) && !guarded,
    }),
    balance: balanceAfter(asset, moved.amount, ceiling),
    note,
    timeline: undefined,
  }
}
