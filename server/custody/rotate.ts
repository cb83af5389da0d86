import { join } from 'node:path'
import { checkSeal, resealSeal } from './disk/canary.ts'
import { resealIdentity } from './disk/identity.ts'
import { createJournal, createPeopleJournal } from './disk/journal.ts'
import { createPending } from './disk/pending.ts'
import { resealRecords } from './disk/records.ts'
import { openSigned } from './disk/signed.ts'
import { addKey, custodySealer, type KeyRing, loadKeyRing } from './keyring.ts'
import { openKeys, walletIds } from './keys.ts'
import { RECORD_FOLDERS } from './person/people.ts'
import { CustodyRefusal } from './refusal.ts'
import { openStore } from './store.ts'

/**
 * Seals everything in custody's directory with the ring's current key. Each file is replaced whole, and a file that is
 * current already is skipped, so after a crash the next run goes on where this one ended. Answers how many files
 * changed. `onFile` hears of each one.
 */
export const rotateKeys = async ({
  dir,
  keyRing,
  onFile = () => undefined,
}: {
  dir: string
  keyRing: KeyRing
  onFile?: (resealed: number) => void
}): Promise<number> => {
  const store = await openStore(dir)
  try {
    await checkSeal(store, keyRing)
    const keys = await openKeys(store, keyRing)
    const journal = createJournal(store, keyRing)
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
    const people = createPeopleJournal(store, keyRing)
    for (const userId of await people.ids()) {
      await people.load(userId, true)
      count(await people.reseal(userId))
    }
    for (const folder of RECORD_FOLDERS)
      count(await resealRecords(store, custodySealer(keyRing, 'record'), folder))
    count(await resealIdentity(store, keyRing))
    count(await resealSeal(store, keyRing))
    return resealed
  } finally {
    await store.close()
  }
}

/**
 * `npm run keys:rotate [-- --new-key]`, while the server is stopped. `reseal` does the same for sealed fields of the
 * database. Answers the exit code.
 */
export const rotateCommand = async ({
  argv,
  keyRingFile,
  dataDir,
  print,
  reseal,
}: {
  argv: readonly string[]
  keyRingFile: string
  dataDir: string
  print: (line: string) => void
  reseal: (keyRing: KeyRing) => Promise<number>
}): Promise<number> => {
  const unknown = argv.find((argument) => argument !== '--new-key')
  if (unknown !== undefined) {
    print(`Unknown argument ${unknown}; the only one is --new-key.`)
    return 2
  }
  try {
    const keyRing = argv.includes('--new-key') ? await addKey(keyRingFile) : loadKeyRing(keyRingFile)
    const files = await rotateKeys({ dir: join(dataDir, 'custody'), keyRing })
    const fields = await reseal(keyRing)
    print(`Sealed ${files} files and ${fields} database fields again with key '${keyRing.currentId}'.`)
    const old = keyRing.ids.filter((id) => id !== keyRing.currentId)
    if (old.length > 0) print(`Nothing needs ${old.join(', ')} any more, except older backups.`)
    return 0
  } catch (error) {
    if (!(error instanceof CustodyRefusal)) throw error
    print(error.message)
    return 1
  }
}
