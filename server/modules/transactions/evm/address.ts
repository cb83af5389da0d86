import { CustodyRefusal } from '#server/custody/custody.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Sending } from '#server/modules/transactions/family.ts'

/** Of the wallet as custody has it, not as a row says. */
export const addressOf = async (
  { custody }: Pick<TransactionDeps, 'custody'>,
  { transaction, send }: Pick<Sending, 'transaction' | 'send'>,
): Promise<string> => {
  try {
    return (await custody.wallet({ walletId: send.walletId })).evmAddress
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownWallet')
      return transaction.sender ?? send.addressKey
    throw error
  }
}
