import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from 'viem'
import { GAS_FUNDS } from '#domain/sendrule.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Next, Replacing } from '#server/modules/transactions/family.ts'
import { TOO_DEAR } from '#server/modules/transactions/sign.ts'

/** Nodes take another transaction of the same nonce only where both prices are a tenth higher. */
const raised = (price: bigint): bigint => (price * 1125n + 999n) / 1000n + 1n

/** What paying nobody takes. */
const BARE_GAS = 21_000n

const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** The same nonce at prices of today, and above those that hang. */
export const nextPrice = async (
  chain: EvmChain,
  address: string,
  { raw, cancels, most }: Replacing,
): Promise<Next> => {
  const sent = parseTransaction(raw as Hex as TransactionSerializedEIP1559)
  const { fast } = await chain.fees()
  const least = raised(sent.maxFeePerGas ?? 0n)
  const tip = higher(fast.maxPriorityFeePerGas, raised(sent.maxPriorityFeePerGas ?? 0n))
  const gas = cancels ? BARE_GAS : (sent.gas ?? BARE_GAS)
  let price = higher(higher(fast.maxFeePerGas, least), tip)
  if (most !== undefined && gas * price > most) {
    price = most / gas
    if (price < least || price < tip) return { why: TOO_DEAR }
  }
  const fee = gas * price
  const value = cancels ? 0n : (sent.value ?? 0n)
  if ((await chain.balance(address)) < value + fee) return { why: GAS_FUNDS }
  return {
    fee,
    how: {
      ...{ family: 'evm', gas: gas.toString(), maxFeePerGas: price.toString() },
      maxPriorityFeePerGas: tip.toString(),
    },
  }
}
