// @vitest-environment node
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openCustodyBackup, packCustody, unpackCustody } from '#server/custody/backup.ts'
import { CustodyRefusal, openOperator } from '#server/custody/custody.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { PARTIES } from '#server/signer/share.ts'
import { NETWORK, offer, pay, paying } from '../custody/bitcoin.ts'
import { DAY, guarded, refused, stateOf } from '../custody/fixture.ts'
import { makeThree, type Three } from '../signer/three.ts'

/** Backups of custody and of all signers, of one moment, put back after more was signed. */

let three: Three | undefined
afterEach(() => three?.remove())
/** They go on where custody ends. */
const living = (these: Three) => ({ ...these.signers, close: async () => undefined })

test('of a send that waited for its signers when backups were made, and left since, nobody is told that it did not', async () => {
  const made = await guarded([], 1)
  const { keyRing, clock } = made
  const signers = await makeThree({ now: () => clock.now().getTime(), policyDelayS: 0 })
  three = signers
  await made.reopen({ signers: living(signers) })
  await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  const sent = paying(made)
  await offer(made, sent)
  signers.put(async (party, _name, _message, ask) => {
    if (party > 1) throw new CustodyRefusal('Unreachable', 'It is away')
    return ask()
  })
  await refused(pay(made, sent), 'SignersAway')

  await made.custody.close()
  const packed: string[] = []
  for await (const line of packCustody(await readStore(made.dir), keyRing)) packed.push(line.trimEnd())
  const kept = join(made.folder, 'signers')
  await signers.reopen(async () => {
    for (const party of PARTIES)
      await cp(signers.folder(party), join(kept, String(party)), { recursive: true })
  })
  signers.put()
  await made.reopen({ signers: living(signers) })
  expect((await pay(made, sent)).hash).toMatch(/^[0-9a-f]{64}$/)
  await made.custody.close()
  clock.pass(8 * DAY)

  const dir = join(made.folder, 'restored')
  const store = await openStore(dir)
  const lines = async function* () {
    yield* packed
  }
  await unpackCustody(store, keyRing, openCustodyBackup(keyRing, lines()))
  await store.close()
  await signers.reopen(async () => {
    for (const party of PARTIES) {
      await rm(signers.folder(party), { recursive: true })
      await cp(join(kept, String(party)), signers.folder(party), { recursive: true })
    }
  })
  const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0 })
  await operator.restored(async () => new Map())
  await operator.close()
  await made.reopen({ dir, signers: living(signers) })
  await refused(pay(made, sent), 'Ended')
  const { reason } = (await stateOf(made, sent.name)).end ?? {}
  expect(reason).toMatch(/^Not sent from here any more: it may have left before a backup was put back\./)
})
