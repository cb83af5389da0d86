import type { Custody } from '#server/custody/custody.ts'

/** What custody's journal has of a send that is not over there. */
export const openOf = async (custody: Pick<Custody, 'openTransactions'>, walletId: string, id: string) => {
  for (let skip = 0, more = true; more; ) {
    const answer = await custody.openTransactions({ walletIds: [walletId], skip })
    const found = answer.items.find(({ txId }) => txId === id)
    if (found) return found
    skip += answer.items.length
    more = answer.more && answer.items.length > 0
  }
  return undefined
}
