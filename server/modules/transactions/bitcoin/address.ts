import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Sending } from '#server/modules/transactions/family.ts'

/** Of the wallet as custody has it, not as a row says. */
export const addressOf = async (
  { custody }: Pick<TransactionDeps, 'custody'>,
  { network }: Pick<BitcoinChain, 'network'>,
  { transaction, send }: Pick<Sending, 'transaction' | 'send'>,
): Promise<string> => {
  const said = transaction.sender ?? send.addressKey
  try {
    const { bitcoin, former } = await custody.wallet({ walletId: send.walletId })
    // What was signed before the wallet got another address spends what the one before it has.
    if (former.some((account) => account.network === network && account.address === said)) return said
    return bitcoin.find((account) => account.network === network)?.address ?? said
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownWallet') return said
    throw error
  }
}
