import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Restored, Signed } from '#server/modules/transactions/family.ts'
import * as store from './store.ts'

/** What custody's journal has of a signed send. */
export const restore = async (
  { tokens }: Pick<TransactionDeps, 'tokens'>,
  { blockchain }: BitcoinChain,
  open: Signed,
): Promise<Restored | undefined> => {
  if (open.family !== 'bitcoin') return undefined
  const { action, recipient, units, rate } = open.exact
  return {
    ...{ token: await tokens.native(blockchain), item: '' },
    send: { action, target: recipient, value: units },
    insert: (tx, id) => store.insert(tx, { transactionId: id, rate }),
  }
}
