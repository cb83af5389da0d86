import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store } from '#server/custody/store.ts'

const PATH = 'keyring-check'
const WORD = 'countersign'

/**
 * What happened to a store: once and for all, but for `restoring` and `restored`, which last until a backup is whole
 * and an operator has seen to it.
 */
const FACTS = ['people-imported', 'contacts-sealed', 'mirrored', 'restoring', 'restored'] as const
export type Fact = (typeof FACTS)[number]

/** Facts lie sealed: whoever only has the files cannot make them undone by removing something. */
export interface Facts {
  has(fact: Fact): boolean
  /** On the disk when it resolves. */
  add(fact: Fact): Promise<void>
  /** Gone from the disk when it resolves. */
  remove(fact: 'restoring' | 'restored'): Promise<void>
}

const openFacts = (store: Store, ring: KeyRing, text: string): Facts => {
  const known = new Set(text.split(' ').slice(1))
  const write = () =>
    store.replace(PATH, custodySealer(ring, 'canary').seal(Buffer.from([WORD, ...known].join(' ')), []))
  return {
    has: (fact) => known.has(fact),
    async add(fact) {
      if (known.has(fact)) return
      known.add(fact)
      await write()
    },
    async remove(fact) {
      if (known.delete(fact)) await write()
    },
  }
}

/** What a mark says that lies elsewhere, as in a backup. */
export const factsIn = (ring: KeyRing, sealed: string): Fact[] => {
  const words = custodySealer(ring, 'canary').open(sealed, []).toString('utf8').split(' ')
  return FACTS.filter((fact) => words.includes(fact))
}

/**
 * Makes sure before anything else that the ring is the one this store was sealed with; a new store remembers it.
 * Answers the facts that are sealed beside it. Throws CustodyRefusal 'KeyRing' or, when the mark is gone but wallets are
 * there, 'Broken'.
 */
export const checkSeal = async (store: Store, ring: KeyRing): Promise<Facts> => {
  const sealer = custodySealer(ring, 'canary')
  const sealed = await store.read(PATH)
  if (sealed === undefined) {
    for (const folder of ['wallets', 'logs', 'people', 'accounts'])
      if ((await store.list(folder)).length > 0)
        throw new CustodyRefusal(
          'Broken',
          `The file ${PATH} is missing although there are ${folder}; restore it from a backup.`,
        )
    await store.create(PATH, sealer.seal(Buffer.from(WORD), []))
    return openFacts(store, ring, WORD)
  }
  try {
    return openFacts(store, ring, sealer.open(sealed, []).toString('utf8'))
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
