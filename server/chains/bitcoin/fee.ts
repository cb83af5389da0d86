import { GAS_SPEEDS, type GasSpeed } from '#contract/blockchain.ts'

/** Satoshi per 1000 virtual bytes, for each tier. */
export type Rates = Readonly<Record<GasSpeed, bigint>>

/** Blocks until it should be mined, ten minutes each: the upper end of each tier's time. */
const TARGETS = { slow: 6, normal: 3, fast: 1 } as const satisfies Record<GasSpeed, number>

/** What nodes ask for at least (Bitcoin Core's minrelaytxfee). */
export const FLOOR = 1000n

/** Up to a satoshi per 1000 virtual bytes: nothing that is paid may be lost to rounding. */
const perThousand = (rate: number): bigint => BigInt(Math.ceil(rate * 1000))

/** The estimate for so many blocks, else for the nearest number below, else for the lowest number above. */
const estimateFor = (target: number, estimates: ReadonlyMap<number, number>): bigint => {
  const targets = [...estimates.keys()].sort((a, b) => a - b)
  const found = targets.findLast((blocks) => blocks <= target) ?? targets[0]
  return found === undefined ? FLOOR : perThousand(estimates.get(found) ?? 0)
}

/** Rates from a node's estimates (blocks to satoshi per virtual byte): never below the floor, and never falling with speed. */
export const feeRates = (estimates: ReadonlyMap<number, number>): Rates => {
  let least = FLOOR
  const rates: Record<GasSpeed, bigint> = { slow: FLOOR, normal: FLOOR, fast: FLOOR }
  for (const speed of GAS_SPEEDS) {
    const rate = estimateFor(TARGETS[speed], estimates)
    if (rate > least) least = rate
    rates[speed] = least
  }
  return rates
}
