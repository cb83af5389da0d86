import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'

/** What spends coins of this address and is not final. */
const spending = async (chain: BitcoinChain, address: string): Promise<string[]> => {
  const number = await chain.head()
  const hash = await chain.blockHash(number)
  if (hash === undefined) return []
  const young = await chain.history([address], number - chain.confirmations + 1, { number, hash })
  const all = [...(await chain.waiting(address)), ...young]
  return all.filter(({ inputs }) => inputs.some((input) => input.address === address)).map(({ txid }) => txid)
}

/**
 * Has custody end a hold whose release all have agreed to: what it lacks is final. False when it does not end yet.
 */
export const tryRelease = async (
  { custody, wallets, log }: Pick<TransactionDeps, 'custody' | 'wallets' | 'log'>,
  chain: BitcoinChain,
  walletId: string,
): Promise<boolean> => {
  const { network, blockchain } = chain
  const { bitcoin, former } = await custody.wallet({ walletId })
  const accounts = [...bitcoin, ...former].filter((one) => one.network === network)
  if (accounts.length === 0) return false
  try {
    const waiting: string[] = []
    for (const { address } of accounts) waiting.push(...(await spending(chain, address)))
    const { released } = await custody.releaseBitcoin({ walletId, network, waiting })
    if (!released) return false
    log.warn({ walletId, blockchain }, 'A held wallet is released')
    await wallets.tell(walletId)
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || !['ChainAhead', 'NotAllowed'].includes(error.code)) throw error
    log.warn({ walletId, reason: error.message }, 'A held wallet is not released yet')
    return false
  }
}
