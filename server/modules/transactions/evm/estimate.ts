import type { ChainSet } from '#server/chains/family.ts'
import type { Order } from '#server/modules/transactions/family.ts'
import { evmChain } from '#server/modules/wallets/gasprice.ts'
import { estimateGas, prepareSend, readStanding } from './prepare.ts'

/** Gas that an order may use. */
export const estimate = async (chains: ChainSet, order: Order): Promise<bigint> => {
  const parts = await prepareSend(evmChain(chains, order.token.blockchain), order)
  return estimateGas(parts, await readStanding(parts))
}
