import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Sight } from '#server/chains/evm/watch.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'

/** Tells custody what our addresses sent, so that it holds a wallet that sent what its journal does not know. */
export const tellMined = async (
  { custody, wallets, log }: Pick<TransactionDeps, 'custody' | 'wallets' | 'log'>,
  { chain, blocks }: Pick<Sight, 'chain' | 'blocks'>,
  mined: ReadonlyMap<string, unknown>,
): Promise<void> => {
  const transactions = blocks.flatMap((block) =>
    block.transactions.flatMap(({ from, hash, nonce }) => (mined.has(hash) ? [{ from, hash, nonce }] : [])),
  )
  if (transactions.length === 0) return
  const { held } = await custody.noteMined({ chainId: chain.chainId, transactions })
  for (const walletId of held) {
    log.error(
      { walletId, blockchain: chain.blockchain },
      'A wallet sent what its journal does not know: it is held until an operator releases it',
    )
    await wallets.tell(walletId)
  }
}

/**
 * Has custody end a hold whose release all have agreed to: what it lacks is what the chain counts. False when it does
 * not end yet.
 */
export const tryRelease = async (
  { custody, wallets, log }: Pick<TransactionDeps, 'custody' | 'wallets' | 'log'>,
  chain: EvmChain,
  walletId: string,
): Promise<boolean> => {
  const { evmAddress: address } = await custody.wallet({ walletId })
  const [final, latest, pending] = await Promise.all([
    chain.finalNonce(address),
    chain.minedNonce(address),
    chain.pendingNonce(address),
  ])
  try {
    const { nonce } = await custody.release({ walletId, chainId: chain.chainId, final, latest, pending })
    log.warn({ walletId, blockchain: chain.blockchain, nonce }, 'A held wallet is released')
    await wallets.tell(walletId)
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || !['ChainAhead', 'NotAllowed'].includes(error.code)) throw error
    log.warn({ walletId, reason: error.message }, 'A held wallet is not released yet')
    return false
  }
}
