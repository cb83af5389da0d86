import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyMark } from '#server/custody/disk/seal.ts'
import { addKey, loadKeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { lockFolder } from '#server/lock.ts'
import { copiesFor, restoreSigner } from '#server/signer/restore.ts'
import { resealSigner } from '#server/signer/rotate.ts'
import type { Party } from '#server/signer/share.ts'
import { FOLDERS } from '#server/signer/signer.ts'
import { allFiles } from '#tests/server/custody/fixture.ts'
import { walletLog } from './log.ts'
import { makeThree, type Three } from './three.ts'

const WALLET = 'wallet-1'
const now = Date.parse('2030-01-01T00:00:00Z')
let three: Three
let log: ReturnType<typeof walletLog>
let sent = 0
beforeEach(async () => {
  three = await makeThree({ now: () => now })
  log = walletLog(WALLET, () => now)
  log.publish(await three.signers.makeKey(WALLET, 'regtest'))
  await spend(1, 3)
})
afterEach(() => three.remove())

/** By these two. */
const spend = async (...pair: Party[]) => {
  sent += 1
  const txId = `tx-${sent}`
  log.propose({ txId })
  log.sign({ txId, coins: [{ txid: 'ab'.repeat(32), vout: sent, value: '100000' }] })
  await three.signers.tell(WALLET, log.entries)
  three.put(async (party, name, _message, ask) => {
    if (!pair.includes(party) && name !== 'tell' && name !== 'head')
      throw new CustodyRefusal('Unreachable', 'It is away')
    return ask()
  })
  expect((await three.signers.sign(WALLET, txId)).raw).toMatch(/^02/)
  three.put()
}
const open = (party: Party) => openStore(three.folder(party), lockFolder, FOLDERS)
/** Where something is that an older key of the third one's ring has sealed. */
const needing = async (party: Party, id: string): Promise<string[]> => {
  const files = await allFiles(three.folder(party))
  return files.filter(({ bytes }) => bytes.includes(keyMark(id))).map(({ path }) => path)
}

test('a signer’s ring is rotated, wherever that breaks off, and the others keep what only its new key opens', async () => {
  const file = three.ringFile(3)
  const [old = ''] = loadKeyRing(file).ids
  await addKey(file)
  const rotated = loadKeyRing(file)
  three.rings.set(3, rotated)

  for (let steps = 1; ; steps += 1) {
    let isDone = false
    await three.between(async () => {
      const store = await open(3)
      const died = new Error('The process ended here')
      const onFile = () => {
        throw died
      }
      const failed = await resealSigner(store, rotated, 3, onFile).catch((error: unknown) => error)
      expect([died, 0]).toContain(failed)
      isDone = failed === 0
      await store.close()
    })
    await spend(1, 3)
    if (!isDone) continue
    // The share, its copy of the log with its head, the identity, the mark.
    expect(steps).toBe(5)
    break
  }
  expect(await needing(3, old)).toEqual([])
  expect(await needing(1, old)).toHaveLength(1)
  const [name] = await three.signer(3).names()
  const copy = await three.signer(3).ask('copy', name!)
  for (const keeper of [1, 2] as const)
    await three.signer(keeper).ask('keep', { ...name!, party: 3, ...copy })
  expect([await needing(1, old), await needing(2, old)]).toEqual([[], []])

  const [first = ''] = (await readFile(file, 'utf8')).split('\n')
  await rm(file)
  await writeFile(file, `${first}\n`, { mode: 0o400 })
  const fresh = loadKeyRing(file)
  await three.between(async () => {
    three.rings.set(3, fresh)
  })
  await spend(2, 3)
  // Also where nothing but the new key and what another one keeps is left.
  await three.between(async () => {
    await rm(three.folder(3), { recursive: true })
    const store = await open(3)
    expect(await restoreSigner(store, fresh, 3, copiesFor(await readStore(three.folder(1)), 3))).toBe(1)
    await store.close()
  })
  await spend(1, 3)
})
