// @vitest-environment node
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { addKey } from '#server/custody/custody.ts'
import { rotateKeys } from '#server/custody/rotate.ts'
import { approve, grant, guarded, idOf, propose, sending, sign } from '../custody/fixture.ts'

/** Whoever writes custody's folder without its key ring, before an operator seals all with new keys. */

test('bytes that somebody laid beside a proposal pass for nothing after all was sealed with a new key', async () => {
  const made = await guarded(['ada'], 1)
  const [ada] = made.people
  if (!ada) throw new Error('Ada guards it')
  await propose(made, sending('before'))
  await approve(made, ada, 'before')
  const { raw, hash } = await sign(made, sending('before'))
  const laid = ['sent', 'cancelled']
  for (const name of laid) await propose(made, sending(name))
  await made.custody.close()
  const folder = join(made.dir, 'signed', 'safe')
  await mkdir(folder, { recursive: true })
  for (const name of laid)
    await writeFile(join(folder, `${idOf(name)}.json`), JSON.stringify({ digest: keccak256(raw), hash, raw }))
  const keyRing = await addKey(made.ringFile)
  await rotateKeys({ dir: made.dir, keyRing })
  await made.reopen({ keyRing })

  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('sent') })).toBeNull()
  await made.custody.cancel({
    grant: await grant(made, 'owner'),
    walletId: 'safe',
    txId: idOf('cancelled'),
  })
  await approve(made, ada, 'sent')
  expect((await sign(made, sending('sent'))).nonce).toBe(1)
})
