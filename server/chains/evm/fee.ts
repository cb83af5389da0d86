import { GAS_SPEEDS, type GasSpeed } from '#contract/blockchain.ts'

/** Wei per gas (EIP-1559). */
export interface Tier {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}
export type Tiers = Readonly<Record<GasSpeed, Tier>>

/** What eth_feeHistory says of the last blocks; `rewards` holds the tips at TIP_PERCENTILES of each block. */
export interface FeeHistory {
  nextBaseFee: bigint
  rewards: readonly (readonly bigint[])[]
}

export const FEE_BLOCKS = 20
export const TIP_PERCENTILES = [10, 50, 90] as const

/**
 * A base fee rises by at most an eighth per block, so these per-mille factors outlast one, two and four full
 * blocks. What is not needed is not paid.
 */
const HEADROOM = { slow: 1125n, normal: 1266n, fast: 1602n } as const satisfies Record<GasSpeed, bigint>

const median = (values: readonly bigint[]): bigint => {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}

const ceilDiv = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

const tipOf = (rewards: FeeHistory['rewards'], column: number): bigint =>
  median(rewards.flatMap((row) => row[column] ?? []))

/** Three tiers without a cap: a chain with dear gas (Redbelly) is quoted as it is. */
export const feeTiers = ({ nextBaseFee, rewards }: FeeHistory, tips: boolean): Tiers => {
  // Percentiles of one block rise, so their medians do too: a faster tier is never cheaper.
  const [slow, normal, fast] = GAS_SPEEDS.map((speed, column) => {
    const maxPriorityFeePerGas = tips ? tipOf(rewards, column) : 0n
    const fee = ceilDiv(nextBaseFee * HEADROOM[speed], 1000n) + maxPriorityFeePerGas
    return { maxFeePerGas: fee || 1n, maxPriorityFeePerGas }
  })
  if (!slow || !normal || !fast) throw new Error('Every gas speed needs a tier')
  return { slow, normal, fast }
}
