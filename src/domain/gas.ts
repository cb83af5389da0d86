import type { BtcEstimate, GasPrice, TokenType } from '#contract/asset.ts'
import type { GasSpeed } from '#contract/blockchain.ts'
import {
  GAS_UNITS_ERC20,
  GAS_UNITS_NATIVE,
  GAS_UNITS_OTHER,
  GWEI_DECIMALS,
  TIER_TIMES,
  WEI_DECIMALS,
} from '#contract/limit.ts'
import { exactText, unitsToText } from './amount.ts'
import { isBitcoin } from './chain.ts'
import { gasUsd } from './usd.ts'

const SATOSHI_DECIMALS = 8

/** A fee that was asked or paid, in coins of its chain, exact: '0.00063'. */
export const feeCoins = (units: string | bigint, blockchain: string): string =>
  exactText(unitsToText(units, isBitcoin(blockchain) ? SATOSHI_DECIMALS : WEI_DECIMALS))

export interface GasOption {
  minTime: number
  maxTime: number
  /** EVM: price per gas in gwei. Bitcoin: the whole fee in satoshi. */
  amountCrypto: string
  /** EVM: the whole fee in coins. Bitcoin: the whole fee in satoshi. */
  totalCrypto: string
  /** Six decimals; undefined while the coin's price is unknown. */
  totalUsd: string | undefined
  /** The whole fee in smallest units: wei or satoshi. */
  fee: bigint
}
export type GasOptions = Readonly<Record<GasSpeed, GasOption>>

export const DEFAULT_SPEED: GasSpeed = 'normal'

const LABELS = { slow: 'Slow', normal: 'Medium', fast: 'Fast' } as const satisfies Record<GasSpeed, string>
const KEYS = { slow: 'SLOW', normal: 'NORMAL', fast: 'FAST' } as const satisfies Record<GasSpeed, string>

export const speedLabel = (speed: GasSpeed): string => LABELS[speed]

/** The key of this tier in a server's answer. */
export const speedKey = (speed: GasSpeed): keyof GasPrice => KEYS[speed]

/** Assumed gas of a transfer of this type; the server's estimate replaces it where one is known. */
export const gasUnits = (type: TokenType | null | undefined): number => {
  if (!type) return GAS_UNITS_NATIVE
  return type === 'ERC20' ? GAS_UNITS_ERC20 : GAS_UNITS_OTHER
}

/** Guarded transactions may cost up to twice the quote, because fees move while people decide. */
export const guardedCeiling = (quote: bigint): bigint => quote * 2n

/** What cancelling on a network may cost at most, in fee ceilings: it pays nobody, and has to outbid what it cancels. */
export const CANCEL_FACTOR = 4n

/** `30–60 sec`; minutes on Bitcoin. */
export const tierTime = (speed: GasSpeed, blockchain: string): string => {
  const { minTime, maxTime } = TIER_TIMES[speed]
  return `${minTime}–${maxTime} ${isBitcoin(blockchain) ? 'min' : 'sec'}`
}

const options = (option: (speed: GasSpeed) => Omit<GasOption, 'minTime' | 'maxTime'>): GasOptions => {
  const timed = (speed: GasSpeed) => ({ ...TIER_TIMES[speed], ...option(speed) })
  return { slow: timed('slow'), normal: timed('normal'), fast: timed('fast') }
}

/** Fee of each tier on an EVM chain: `units` of gas at the polled price; `price` is the native coin's in USD. */
export const evmGasOptions = (
  gasPrice: GasPrice,
  units: number | string | bigint,
  price?: string | null,
): GasOptions =>
  options((speed) => {
    const { maxFeePerGas } = gasPrice[KEYS[speed]]
    const fee = BigInt(units) * BigInt(maxFeePerGas)
    const totalCrypto = unitsToText(fee, WEI_DECIMALS)
    return {
      amountCrypto: unitsToText(maxFeePerGas, GWEI_DECIMALS),
      totalCrypto,
      totalUsd: price ? gasUsd(totalCrypto, price) : undefined,
      fee,
    }
  })

/**
 * Fee of each tier on Bitcoin, from the server's estimate in satoshi, or with `guarded` what it may cost; `price` is
 * Bitcoin's in USD.
 */
export const bitcoinGasOptions = (
  estimate: BtcEstimate,
  price?: string | null,
  guarded = false,
): GasOptions =>
  options((speed) => {
    const quote = BigInt(estimate[KEYS[speed]])
    const fee = guarded ? guardedCeiling(quote) : quote
    return {
      amountCrypto: fee.toString(),
      totalCrypto: fee.toString(),
      totalUsd: price ? gasUsd(unitsToText(fee, SATOSHI_DECIMALS), price) : undefined,
      fee,
    }
  })
