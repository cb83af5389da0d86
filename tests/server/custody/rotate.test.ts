// @vitest-environment node
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addKey, type KeyRing, loadKeyRing } from '#server/custody/custody.ts'
import { rotateKeys } from '#server/custody/rotate.ts'
import {
  allFiles,
  approve,
  asking,
  type Bench,
  guarded,
  idOf,
  propose,
  refused,
  sending,
  sign,
  signed,
  stateOf,
} from './fixture.ts'

const filled = async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  await approve(made, made.people[1]!)
  const message = asking('wallet-ada')
  await signed(made, 'user-ada', message)
  return Object.assign(made, { message, before: await made.custody.approvalLog({ walletId: 'safe' }) })
}

/** Files that still name a key id which is not the current one. */
const stale = async ({ dir }: Bench, { currentId }: KeyRing): Promise<string[]> => {
  const all = await allFiles(dir)
  return all
    .filter(({ bytes }) =>
      (bytes.toString('utf8').match(/v1\.k[0-9a-f]{8}\./g) ?? []).some((id) => !id.includes(currentId)),
    )
    .map(({ path }) => path)
}

/** Leaves only the current key in the ring, as an operator does when all is sealed again. */
const dropOldKeys = async (file: string): Promise<KeyRing> => {
  const [current] = (await readFile(file, 'utf8')).split('\n')
  await chmod(file, 0o600)
  await writeFile(file, `${current}\n`)
  await chmod(file, 0o400)
  return loadKeyRing(file)
}

test('after rotation everything opens with the new key alone', async () => {
  const made = await filled()
  await made.custody.close()
  const ring = await addKey(made.ringFile)
  expect((await stale(made, ring)).length).toBeGreaterThan(8)
  expect(await rotateKeys({ dir: made.dir, keyRing: ring })).toBeGreaterThan(8)
  expect(await stale(made, ring)).toEqual([])
  expect(await rotateKeys({ dir: made.dir, keyRing: ring })).toBe(0)

  const custody = await made.reopen({ keyRing: await dropOldKeys(made.ringFile) })
  expect(await custody.approvalLog({ walletId: 'safe' })).toEqual(made.before)
  const state = await stateOf(made)
  expect(state.status).toBe('satisfied')
  await sign(made, sending())
})

test('signed bytes that an older version left open are sealed by a rotation, and stay the same', async () => {
  const made = await filled()
  const signed = await sign(made, sending())
  const file = join(made.dir, 'signed', 'safe', `${idOf('tx-1')}.json`)
  const { raw, hash } = signed
  await writeFile(file, JSON.stringify({ digest: hash, hash, raw }))
  expect(await sign(made, sending())).toEqual(signed)
  await made.custody.close()
  const ring = await addKey(made.ringFile)
  await rotateKeys({ dir: made.dir, keyRing: ring })
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^v1\\.${ring.currentId}\\.`))
  await made.reopen({ keyRing: await dropOldKeys(made.ringFile) })
  expect(await sign(made, sending())).toEqual(signed)
})

test('a rotation that dies after any file leaves a working store and is continued', async () => {
  const made = await filled()
  await made.custody.close()
  const ring = await addKey(made.ringFile)
  const total = (await stale(made, ring)).length
  for (let left = total; left > 0; left -= 1) {
    const dies = rotateKeys({
      dir: made.dir,
      keyRing: ring,
      onFile: () => {
        throw new Error('killed')
      },
    })
    await expect(dies).rejects.toThrow('killed')
    const custody = await made.reopen({ keyRing: ring })
    expect(await custody.approvalLog({ walletId: 'safe' })).toEqual(made.before)
    await custody.messageSignature(made.message)
    await custody.close()
    expect((await stale(made, ring)).length).toBeLessThan(left)
    if ((await stale(made, ring)).length === 0) break
  }
  expect(await stale(made, ring)).toEqual([])
  expect(await rotateKeys({ dir: made.dir, keyRing: ring })).toBe(0)
})

test('a ring that lost its old key too early is refused', async () => {
  const made = await filled()
  await made.custody.close()
  await addKey(made.ringFile)
  const ring = await dropOldKeys(made.ringFile)
  await refused(made.reopen({ keyRing: ring }), 'KeyRing')
  await refused(rotateKeys({ dir: made.dir, keyRing: ring }), 'KeyRing')
})
