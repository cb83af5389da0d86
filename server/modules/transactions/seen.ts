/** What rows of a hash mean to whoever reads the chain, of whichever family. */

import type { Tx } from '#server/db/client.ts'
import * as onchain from './onchain.ts'
import { type News, readersOf } from './publish.ts'
import * as store from './store.ts'

export type Found = Awaited<ReturnType<typeof onchain.ofHash>>[number]

/** Blocks this young count as seen when they happened. */
const LIVE_MS = 60_000

/** Chains know whole seconds only; what is seen together keeps its order by a millisecond each. */
export const momentOf = ({ now, news }: { now: Date; news: News }, at: Date): Date => {
  const live = now.getTime() - at.getTime() < LIVE_MS
  return new Date((live ? now : at).getTime() + news.size())
}

/** What was sent from here: a planted row of the same hash has no bytes that custody signed, and is not under way. */
export const ownOf = (found: readonly Found[]): Found | undefined => {
  const sent = found.filter(({ send }) => send !== null)
  return (
    sent.find(({ transaction, send }) => send?.raw !== null && transaction.status === 'broadcasting') ??
    sent.find(({ send }) => send?.raw !== null) ??
    sent.find(({ transaction }) => transaction.status === 'broadcasting') ??
    sent[0]
  )
}

/** A row that only looks like this one, or was written while this one's hash was another, leaves its place in the block. */
export const makeRoom = async (tx: Tx, news: News, own: Found, found: readonly Found[]): Promise<void> => {
  const { accountId, tokenId, item } = own.transaction
  for (const { transaction: other } of found) {
    if (other.id === own.transaction.id || other.blockNumber === null) continue
    if (other.accountId !== accountId || other.tokenId !== tokenId || other.item !== item) continue
    news.touch(other.id, await readersOf(tx, other.id))
    await store.update(tx, other.id, onchain.GONE)
  }
}
