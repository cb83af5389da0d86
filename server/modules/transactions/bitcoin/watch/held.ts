import type { BitcoinChain, BitcoinTransaction } from '#server/chains/bitcoin/chain.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Holder } from '#server/modules/wallets/service.ts'

/** Tells custody what spent coins of ours, so that it holds a wallet whose coins go where its journal does not know. */
export const tellSpent = async (
  { custody, wallets, log }: Pick<TransactionDeps, 'custody' | 'wallets' | 'log'>,
  { network, blockchain }: BitcoinChain,
  mined: readonly BitcoinTransaction[],
  holders: ReadonlyMap<string, Holder>,
): Promise<void> => {
  const transactions = mined.flatMap(({ txid, inputs }) => {
    const payers = inputs.flatMap(({ address }) => (address === null ? [] : (holders.get(address) ?? [])))
    return [...new Set(payers.map(({ walletId }) => walletId))].map((walletId) => ({ walletId, hash: txid }))
  })
  if (transactions.length === 0) return
  const { held } = await custody.noteSpent({ network, transactions })
  for (const walletId of held) {
    log.error(
      { walletId, blockchain },
      'Coins of a wallet went where its journal does not know: it is held until an operator releases it',
    )
    await wallets.tell(walletId)
  }
}
