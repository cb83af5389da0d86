import { checkSeal, resealSeal } from './disk/canary.ts'
import { resealIdentity } from './disk/identity.ts'
import { openJournal, PEOPLE, WALLETS } from './disk/journal.ts'
import { createPending } from './disk/pending.ts'
import { resealRecords } from './disk/records.ts'
import { openSigned } from './disk/signed.ts'
import { custodySealer, type KeyRing } from './keyring.ts'
import { openKeys, walletIds } from './keys.ts'
import { RECORD_FOLDERS } from './person/people.ts'
import { openStore, type Store } from './store.ts'

/**
 * Seals everything in custody's store with the ring's current key. Each file is replaced whole, and a file that is
 * current already is skipped, so after a crash the next run goes on where this one ended. Answers how many files
 * changed. `onFile` hears of each one.
 */
export const resealStore = async (
  store: Store,
  keyRing: KeyRing,
  onFile: (resealed: number) => void = () => undefined,
): Promise<number> => {
  await checkSeal(store, keyRing)
  const keys = await openKeys(store, keyRing)
  const journal = openJournal(store, keyRing, WALLETS)
  const pending = createPending(store, keyRing)
  let resealed = 0
  const count = (files: number) => {
    resealed += files
    if (files > 0) onFile(resealed)
  }
  for (const name of await store.list('wallets')) count(await keys.reseal(name))
  const finished = new Set(await walletIds(store))
  for (const walletId of await journal.ids()) {
    await journal.load(walletId, !finished.has(walletId))
    count(await journal.reseal(walletId))
  }
  const signed = openSigned(store, keyRing)
  for (const walletId of await store.list('signed')) count(await signed.reseal(walletId))
  for (const name of await store.list('pending')) count(await pending.reseal(name))
  const people = openJournal(store, keyRing, PEOPLE)
  for (const userId of await people.ids()) {
    await people.load(userId, true)
    count(await people.reseal(userId))
  }
  for (const folder of RECORD_FOLDERS)
    count(await resealRecords(store, custodySealer(keyRing, 'record'), folder))
  count(await resealIdentity(store, keyRing))
  count(await resealSeal(store, keyRing))
  return resealed
}

/** The same for a directory that nobody has open. */
export const rotateKeys = async ({
  dir,
  keyRing,
  onFile,
}: {
  dir: string
  keyRing: KeyRing
  onFile?: (resealed: number) => void
}): Promise<number> => {
  const store = await openStore(dir)
  try {
    return await resealStore(store, keyRing, onFile)
  } finally {
    await store.close()
  }
}
