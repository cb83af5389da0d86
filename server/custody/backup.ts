import type { Part } from './disk/archive.ts'
import { open, seal } from './disk/archive.ts'
import { checkSeal } from './disk/canary.ts'
import { custodySealer, type KeyRing } from './keyring.ts'
import { CustodyRefusal } from './refusal.ts'
import { FOLDERS, type Store, type StoreReader } from './store.ts'

const KIND = 'custody'

/** Every file below a folder, with folders in it one level deep. */
const filesOf = async (store: StoreReader, folder: string): Promise<string[]> => {
  const paths: string[] = []
  for (const name of await store.list(folder)) {
    const path = `${folder}/${name}`
    // Signed bytes lie in a folder for each wallet.
    if (folder === 'signed') for (const file of await store.list(path)) paths.push(`${path}/${file}`)
    else paths.push(path)
  }
  return paths
}

/**
 * Heads come before logs and logs before what is written after them, so that what changes meanwhile is only ever
 * further than what is known to be there, as after a sudden end.
 */
const ORDER = ['heads', 'people-heads', 'logs', 'people', 'wallets']

async function* parts(store: StoreReader): AsyncGenerator<Part> {
  for (const folder of [...ORDER, ...FOLDERS.filter((name) => !ORDER.includes(name))])
    for (const path of await filesOf(store, folder)) {
      const text = await store.read(path)
      if (text !== undefined) yield { name: path, bytes: Buffer.from(text) }
    }
  for (const name of ['identity', 'keyring-check']) {
    const text = await store.read(name)
    if (text !== undefined) yield { name, bytes: Buffer.from(text) }
  }
}

/** Custody's files as they lie there, sealed once more as a whole. The key ring is not among them. */
export const packCustody = (store: StoreReader, ring: KeyRing): AsyncGenerator<string> =>
  seal(KIND, custodySealer(ring, 'backup'), parts(store))

export const openCustodyBackup = (ring: KeyRing, lines: AsyncIterable<string>): AsyncGenerator<Part> =>
  open(KIND, custodySealer(ring, 'backup'), lines)

/** Puts them into an empty store; answers how many there were. Throws where something is there already. */
export const unpackCustody = async (
  store: Store,
  ring: KeyRing,
  parts: AsyncIterable<Part>,
): Promise<number> => {
  for (const folder of ['wallets', 'logs', 'people'])
    if ((await store.list(folder)).length > 0)
      throw new CustodyRefusal('Locked', 'Custody is not empty; a backup is put back only into an empty one.')
  let files = 0
  for await (const { name, bytes } of parts) {
    if (!(await store.create(name, Buffer.from(bytes).toString('utf8'))))
      throw new CustodyRefusal('Locked', `${name} is there already; begin with an empty custody.`)
    files += 1
  }
  // Nothing is signed before an operator knows what was put back.
  await (await checkSeal(store, ring)).add('restored')
  return files
}
