import { parseTransaction, type TransactionSerializedEIP1559 } from 'viem'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Restored, Signed } from '#server/modules/transactions/family.ts'
import * as store from './store.ts'

/** What custody's journal has of a signed send. */
export const restore = async (
  { tokens }: Pick<TransactionDeps, 'tokens'>,
  chain: EvmChain,
  open: Signed,
): Promise<Restored | undefined> => {
  if (open.family !== 'evm') return undefined
  const { exact, signing } = open
  const { contract, item } = exact.asset ?? { contract: undefined, item: null }
  const type = item === null ? 'ERC20' : 'ERC721'
  const token = contract
    ? await tokens.discover(chain, contract, type)
    : await tokens.native(chain.blockchain)
  if (!token) return undefined
  const { data, gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(
    signing.tx as TransactionSerializedEIP1559,
  )
  return {
    ...{ token, item: item ?? '' },
    send: { action: exact.action, target: exact.to, value: exact.value },
    insert: (tx, id) =>
      store.insert(tx, {
        ...{ transactionId: id, data: data ?? '0x', gasLimit: String(gas ?? 0n) },
        maxFeePerGas: String(maxFeePerGas ?? 0n),
        maxPriorityFeePerGas: String(maxPriorityFeePerGas ?? 0n),
      }),
  }
}
