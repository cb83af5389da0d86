import { describe, expect, test } from 'vitest'
import { feeTiers } from '#server/chains/evm/fee.ts'

const GWEI = 10n ** 9n

describe('fee tiers', () => {
  test('room for one, two and four full blocks, and the tips that blocks paid', () => {
    const rewards = [
      [1n, 2n, 3n],
      [3n, 4n, 9n],
      [2n, 3n, 5n],
    ]
    expect(feeTiers({ nextBaseFee: 1000n, rewards }, true)).toEqual({
      slow: { maxFeePerGas: 1127n, maxPriorityFeePerGas: 2n },
      normal: { maxFeePerGas: 1269n, maxPriorityFeePerGas: 3n },
      fast: { maxFeePerGas: 1607n, maxPriorityFeePerGas: 5n },
    })
  })

  test('Redbelly: a high base fee is quoted without a cap, and no tip', () => {
    const tiers = feeTiers({ nextBaseFee: 30_000n * GWEI, rewards: [[GWEI, GWEI, GWEI]] }, false)
    expect(tiers.normal).toEqual({ maxFeePerGas: 37_980n * GWEI, maxPriorityFeePerGas: 0n })
  })

  test('a share of a wei is rounded up, and nothing is never offered', () => {
    expect(feeTiers({ nextBaseFee: 7n, rewards: [] }, true).slow.maxFeePerGas).toBe(8n)
    expect(feeTiers({ nextBaseFee: 0n, rewards: [] }, true).fast.maxFeePerGas).toBe(1n)
  })
})
