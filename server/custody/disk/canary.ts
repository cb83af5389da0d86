import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store } from '#server/custody/store.ts'

const PATH = 'keyring-check'
const WORD = 'countersign'

/**
 * Makes sure before anything else that the ring is the one this store was sealed with; a new store remembers it.
 * Throws CustodyRefusal 'KeyRing' or, when the mark is gone but wallets are there, 'Broken'.
 */
export const checkSeal = async (store: Store, ring: KeyRing): Promise<void> => {
  const sealer = custodySealer(ring, 'canary')
  const sealed = await store.read(PATH)
  if (sealed === undefined) {
    if ((await store.list('wallets')).length > 0)
      throw new CustodyRefusal(
        'Broken',
        `The file ${PATH} is missing although wallets are there; restore it from a backup.`,
      )
    await store.create(PATH, sealer.seal(Buffer.from(WORD), []))
    return
  }
  try {
    sealer.open(sealed, [])
  } catch (cause) {
    throw new CustodyRefusal(
      'KeyRing',
      "The key ring does not open this custody store; use the ring it was sealed with, old keys' lines included.",
      {},
      { cause },
    )
  }
}

/** Seals the mark again; done last, so that it vouches for all the others. */
export const resealSeal = async (store: Store, ring: KeyRing): Promise<number> => {
  const sealer = custodySealer(ring, 'canary')
  const sealed = await store.read(PATH)
  if (sealed === undefined || sealer.isCurrent(sealed)) return 0
  await store.replace(PATH, sealer.seal(sealer.open(sealed, []), []))
  return 1
}
