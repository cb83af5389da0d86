import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { grant, guarded, refused, setPolicy } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

test('an anchor refuses one wallet put back on both sides, however many entries others have gained since', async () => {
  const made = await guarded(['ada', 'ben'], 1)
  const anchor = join(made.folder, 'anchor')
  const kept = memoryMirror()
  let isDown = false
  const mirror = {
    ...kept,
    async write(copies: Parameters<typeof kept.write>[0]) {
      if (isDown) throw new Error('A lock of another session is in the way')
      await kept.write(copies)
    },
  }
  await made.reopen({ mirror, anchor })
  await made.custody.createWalletKey({ walletId: 'thiefs', userId: 'thief' })
  const thief = await grant(made, 'thief')
  const mine = { grant: thief, walletId: 'thiefs', inviteId: 'any' }
  await made.custody.invite({ ...mine, email: 'any@example.com' })

  // Both sides of the wallet at one moment.
  const files = ['logs/safe.log', 'heads/safe.head'].map((name) => join(made.dir, name))
  const before = await Promise.all(files.map((file) => readFile(file)))
  const lines = await kept.lines('wallet', 'safe', 1)
  const head = (await kept.heads()).find(({ kind, id }) => kind === 'wallet' && id === 'safe')?.head ?? ''

  // Stricter rules, anchored.
  await setPolicy(made, made.people, 2)
  await made.reopen({ mirror, anchor })
  const strict = (await made.custody.required({ walletId: 'safe' })).required

  // Nothing is copied, so nothing is anchored, while somebody fills a log of his own.
  isDown = true
  for (const _ of [1, 2, 3]) await made.custody.renewInvite({ ...mine, grant: thief })
  await made.custody.close()
  for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '')
  await kept.write([{ kind: 'wallet', id: 'safe', from: 1, lines, head }])

  const opening = made.reopen({ mirror: kept, anchor })
  const required = await opening.then(
    async ({ required }) => (await required({ walletId: 'safe' })).required,
    () => 'refused',
  )
  expect({ strict, required }).toEqual({ strict: 2, required: 'refused' })
  await refused(opening, 'Broken')
})
