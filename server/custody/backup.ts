import type { Part } from './disk/archive.ts'
import { open, seal } from './disk/archive.ts'
import { checkSeal, factsIn } from './disk/canary.ts'
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

/** What of a log's file belongs to it, without its ending. */
const idOf = (path: string): string => path.slice(path.indexOf('/') + 1).replace(/\.[a-z]+$/, '')

/**
 * Whoever comes while it is made is left out as a whole: of wallets those count whose key is there at the beginning, of
 * people those who have a head. Heads are read before logs, so that what changes meanwhile is only ever further than
 * what is known to be there, as after a sudden end.
 */
async function* parts(store: StoreReader): AsyncGenerator<Part> {
  const read = async function* (paths: readonly string[]): AsyncGenerator<Part> {
    for (const path of paths) {
      const text = await store.read(path)
      if (text !== undefined) yield { name: path, bytes: Buffer.from(text) }
    }
  }
  const known = async (folder: string, ids: ReadonlySet<string>) =>
    (await filesOf(store, folder)).filter((path) => ids.has(idOf(path)))

  yield* read(await filesOf(store, 'accounts'))
  yield* read(await filesOf(store, 'identities'))
  const keys = (await filesOf(store, 'wallets')).filter((path) => path.endsWith('.json'))
  const wallets = new Set(keys.map(idOf))
  yield* read(keys)
  yield* read(await known('heads', wallets))
  yield* read(await known('logs', wallets))
  const heads = await filesOf(store, 'people-heads')
  yield* read(heads)
  yield* read(await known('people', new Set(heads.map(idOf))))
  for (const folder of FOLDERS.filter((name) => !FIRST.includes(name)))
    yield* read(await filesOf(store, folder))
  yield* read(['identity', MARK])
}
const FIRST = ['accounts', 'identities', 'wallets', 'heads', 'logs', 'people-heads', 'people']
const MARK = 'keyring-check'

/** Custody's files as they lie there, sealed once more as a whole. The key ring is not among them. */
export const packCustody = (store: StoreReader, ring: KeyRing): AsyncGenerator<string> =>
  seal(KIND, custodySealer(ring, 'backup'), parts(store))

export const openCustodyBackup = (ring: KeyRing, lines: AsyncIterable<string>): AsyncGenerator<Part> =>
  open(KIND, custodySealer(ring, 'backup'), lines)

/**
 * Puts them into an empty store; answers how many there were. Throws where something is there already. A store says
 * that it is being put back before its first file is there, and is opened by nobody before all are.
 */
export const unpackCustody = async (
  store: Store,
  ring: KeyRing,
  parts: AsyncIterable<Part>,
): Promise<number> => {
  for (const folder of FOLDERS)
    if ((await store.list(folder)).length > 0)
      throw new CustodyRefusal('Locked', 'Custody is not empty; a backup is put back only into an empty one.')
  const facts = await checkSeal(store, ring)
  await facts.add('restoring')
  let files = 0
  let mark = ''
  for await (const { name, bytes } of parts) {
    const text = Buffer.from(bytes).toString('utf8')
    files += 1
    if (name === MARK) mark = text
    else if (!(await store.create(name, text)))
      throw new CustodyRefusal('Locked', `${name} is there already; begin with an empty custody.`)
  }
  for (const fact of factsIn(ring, mark)) await facts.add(fact)
  // Nothing is signed before an operator knows what was put back.
  await facts.add('restored')
  await facts.remove('restoring')
  return files
}
