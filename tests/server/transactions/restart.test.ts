import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { withChain } from './points.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node, persistent: true })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

test('a restart keeps everything, and what was on its way arrives', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId, { coins: '10' })
  const before = await node.balance(STRANGER)
  await rig.reopen(({ chains, custody }) => ({
    chains: withChain(chains, () => ({
      broadcast: async () => ({ kind: 'unclear', reason: 'The node is down' }),
    })),
    custody,
  }))
  const sent = await rig.send(userId, wallet.id, ether('2'))
  await rig.settle()
  const known = await rig.listed(userId, wallet.id)
  expect(known[0]).toMatchObject({ id: sent.id, status: 'broadcasting', hash: expect.any(String) })

  await rig.reopen()
  expect(await rig.listed(userId, wallet.id)).toEqual(known)
  expect(await rig.services.wallets.list(userId)).toMatchObject([{ id: wallet.id, status: 'active' }])
  await rig.services.transactions.resume()
  await rig.settle()
  expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ hash: known[0]?.hash, status: 'success' })
  expect((await node.balance(STRANGER)) - before).toBe(ether('2'))
})

test('the key of a wallet is in no file of the database', async () => {
  const userId = await rig.user()
  await rig.reopen()
  const { address } = await rig.wallet(userId)
  await rig.db.execute('checkpoint')
  const folder = join(rig.folder, 'database')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const files = await Promise.all(names.map((entry) => readFile(join(entry.parentPath, entry.name))))
  const everything = Buffer.concat(files)
  // The search works: the address, which is no secret, is there.
  expect(everything.includes(address)).toBe(true)
  for (const key of rig.keys) {
    expect(everything.includes(key)).toBe(false)
    expect(everything.includes(key.toString('hex'))).toBe(false)
    expect(everything.includes(key.toString('base64'))).toBe(false)
  }
  expect(rig.keys.length).toBeGreaterThan(0)
})
