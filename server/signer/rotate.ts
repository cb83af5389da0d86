import { checkSeal, resealSeal } from '#server/custody/disk/canary.ts'
import { openJournal } from '#server/custody/disk/journal.ts'
import type { KeyRing } from '#server/custody/keyring.ts'
import type { Store } from '#server/custody/store.ts'
import { SEEN } from './copies.ts'
import { resealIdentity } from './identity.ts'
import type { Party } from './share.ts'
import { openShares, SHARES } from './shares.ts'

/**
 * Seals everything of a signer's own again with the first key of its ring; answers how many files changed. Each is replaced
 * whole, so it may be broken off and repeated. What it keeps for the others is theirs to seal; what they keep of it needs
 * the older key until they have newer copies.
 */
export const resealSigner = async (
  store: Store,
  ring: KeyRing,
  party: Party,
  /** Hears of each one. */
  onFile: () => void = () => undefined,
): Promise<number> => {
  await checkSeal(store, ring)
  let resealed = 0
  const count = (files: number) => {
    resealed += files
    if (files > 0) onFile()
  }
  const shares = openShares(store, ring, party)
  for (const file of await store.list(SHARES)) count(await shares.reseal(file))
  const journal = openJournal(store, ring, SEEN)
  for (const walletId of await journal.ids()) {
    await journal.load(walletId, true)
    count(await journal.reseal(walletId))
  }
  count(await resealIdentity(store, ring))
  count(await resealSeal(store, ring))
  return resealed
}
