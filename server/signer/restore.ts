import { checkSeal } from '#server/custody/disk/canary.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store, StoreReader } from '#server/custody/store.ts'
import { Copy, KEPT, KeptFile } from './ceremony.ts'
import { IDENTITY } from './identity.ts'
import type { Party } from './share.ts'
import { openShares, SHARES, transcriptIn } from './shares.ts'

/**
 * What this signer keeps for another one: a line for each share of a key that is in use. Only the other one's ring
 * opens any of it.
 */
export async function* copiesFor(store: StoreReader, party: Party): AsyncGenerator<string> {
  const suffix = `.${party}.json`
  for (const name of (await store.list(KEPT)).filter((file) => file.endsWith(suffix))) {
    const { text } = KeptFile.parse(JSON.parse((await store.read(`${KEPT}/${name}`)) ?? ''))
    const key = name.slice(0, -suffix.length)
    const own = await store.read(`${SHARES}/${key}.json`)
    if (own && transcriptIn(own) === Copy.parse(JSON.parse(text)).transcript) yield text
  }
}

/** Puts a signer together again in an empty store, from what another one kept for it; answers how many shares. */
export const restoreSigner = async (
  store: Store,
  ring: KeyRing,
  party: Party,
  lines: AsyncIterable<string>,
): Promise<number> => {
  if ((await store.read(IDENTITY)) !== undefined || (await store.list(SHARES)).length > 0)
    throw new CustodyRefusal(
      'Locked',
      'A signer is put back only into an empty folder; this one holds something.',
    )
  const identity = custodySealer(ring, 'signer-identity')
  const shares = openShares(store, ring, party)
  let known: string | undefined
  let count = 0
  for await (const line of lines) {
    if (line.trim() === '') continue
    const copy = Copy.parse(JSON.parse(line))
    // Opens with this ring only, and says who this signer was.
    const plain = identity.open(copy.identity, []).toString('utf8')
    if (known === undefined) {
      await checkSeal(store, ring)
      await store.create(IDENTITY, copy.identity)
    } else if (known !== plain)
      throw new CustodyRefusal('Broken', 'These copies are of two signers. Take those of one only.')
    known = plain
    const { walletId, network, generation } = copy
    await shares.put({ walletId, network, generation }, copy.share)
    count += 1
  }
  if (count === 0) throw new CustodyRefusal('BadInput', 'There is no share in these copies.')
  return count
}
