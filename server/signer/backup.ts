import { open, type Part, seal } from '#server/custody/disk/archive.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store, StoreReader } from '#server/custody/store.ts'
import { KEPT } from './ceremony.ts'
import { IDENTITY } from './identity.ts'
import type { Party } from './share.ts'
import { SHARES } from './shares.ts'

const kindOf = (party: Party): string => `signer${party}`
const MARK = 'keyring-check'

/** Heads before logs, so that what changes meanwhile is only ever further than what is known to be there. */
async function* parts(store: StoreReader): AsyncGenerator<Part> {
  const read = async function* (path: string): AsyncGenerator<Part> {
    const text = await store.read(path)
    if (text !== undefined) yield { name: path, bytes: Buffer.from(text) }
  }
  for (const folder of ['heads', 'logs', SHARES, KEPT])
    for (const name of await store.list(folder)) yield* read(`${folder}/${name}`)
  yield* read(IDENTITY)
  yield* read(MARK)
}

/** A signer's shares and its copies of logs as they lie there, sealed once more as a whole. Its key ring is not among them. */
export const packSigner = (store: StoreReader, ring: KeyRing, party: Party): AsyncGenerator<string> =>
  seal(kindOf(party), custodySealer(ring, 'backup'), parts(store))

export const openSignerBackup = (
  ring: KeyRing,
  party: Party,
  lines: AsyncIterable<string>,
): AsyncGenerator<Part> => open(kindOf(party), custodySealer(ring, 'backup'), lines)

/** Puts them into an empty store; answers how many there were. */
export const unpackSigner = async (store: Store, parts: AsyncIterable<Part>): Promise<number> => {
  for (const folder of ['heads', 'logs', SHARES, KEPT])
    if ((await store.list(folder)).length > 0)
      throw new CustodyRefusal(
        'Locked',
        'A signer is put back only into an empty folder; this one holds something.',
      )
  let files = 0
  for await (const { name, bytes } of parts) {
    files += 1
    if (!(await store.create(name, Buffer.from(bytes).toString('utf8'))))
      throw new CustodyRefusal('Locked', `${name} is there already; begin with an empty folder.`)
  }
  return files
}
