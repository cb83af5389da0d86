import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordId } from '#server/custody/disk/records.ts'
import { type Bench, bench, DAY, grant, refused } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'
import { enter } from './person.ts'

const markOf = ({ dir }: Bench) => join(dir, 'keyring-check')

describe('an older keyring-check that is put back', () => {
  test('does not open the import of an older installation again: nobody invites a guardian without the owner', async () => {
    const mirror = memoryMirror()
    const made = await bench()
    // As it was before the first start was over, or before an upgrade.
    const first = await readFile(markOf(made))
    await made.custody.closeImport({})
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await grant(made, 'owner')
    const anchor = join(made.folder, 'anchor')
    await made.reopen({ mirror, anchor })
    await made.custody.close()

    await writeFile(markOf(made), first)
    // Refused altogether would be as good.
    const custody = await made.reopen({ mirror, anchor })
    expect(await custody.importOpen({})).toBe(false)
    // What the web server does with a pending row of `approvers` that somebody wrote.
    const expiresAt = new Date(made.clock.now().getTime() + DAY).toISOString()
    await refused(
      custody.importInvite({
        walletId: 'safe',
        inviteId: 'mine',
        email: 'thief@example.com',
        owner: 'owner@example.com',
        expiresAt,
      }),
      'NotAllowed',
    )
  })

  test('does not make anybody with a mailbox of his own the owner of another’s wallets', async () => {
    const kept = memoryMirror()
    const made = await bench()
    const first = await readFile(markOf(made))
    await made.custody.closeImport({})
    await made.reopen({ mirror: kept })
    const { session } = await enter(made)
    const { userId } = session
    await made.custody.createWalletKey({ walletId: 'safe', userId })
    await enter(made, 'somebody@example.com')
    await made.custody.close()

    // Both sides to before he came, and the mark of that day. The web server takes the address from `users`.
    for (const path of [
      `people/${userId}.log`,
      `people-heads/${userId}.head`,
      `accounts/${recordId('owner@example.com')}.rec`,
    ])
      await rm(join(made.dir, path))
    await writeFile(markOf(made), first)
    const mirror = { ...kept, heads: async () => (await kept.heads()).filter(({ id }) => id !== userId) }
    const custody = await made.reopen({ mirror })
    await refused(
      custody
        .importPerson({ userId, email: 'thief@example.com', codes: [], identities: [] })
        .then(async () => {
          const thief = await enter(made, 'thief@example.com')
          expect(thief.session.userId).not.toBe(userId)
        }),
      'NotAllowed',
    )
  })

  test('nor does one that is made anew because it is gone together with the keys', async () => {
    const mirror = memoryMirror()
    const made = await bench()
    await made.custody.closeImport({})
    await made.reopen({ mirror })
    const { session } = await enter(made)
    await made.custody.createWalletKey({ walletId: 'safe', userId: session.userId })
    await made.custody.close()

    const wallets = join(made.dir, 'wallets')
    await rename(wallets, `${wallets}-aside`)
    await mkdir(wallets, { mode: 0o700 })
    await rm(markOf(made))
    // People and logs are there: this is no new store.
    const isOpen = await made.reopen({ mirror }).then(
      (custody) => custody.importOpen({}),
      () => false,
    )
    expect(isOpen).toBe(false)
  })
})
