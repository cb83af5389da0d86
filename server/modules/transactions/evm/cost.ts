import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from 'viem'

/** The most that signed bytes may cost. */
export const costOf = (raw: string): bigint => {
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw as Hex as TransactionSerializedEIP1559)
  return gas * maxFeePerGas
}
