// @vitest-environment node
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chainBlocks, chainCursors } from '#server/db/schema/chain.ts'
import { assets, wallets } from '#server/db/schema/wallet.ts'
import type { TestNode } from '#tests/server/chains/node.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { openRig, type Person, type Rig, type Safe } from '#tests/server/guardians/rig.ts'

let node: TestNode
let rig: Rig
let owner: Person

onChain(openRig, async (both) => {
  ;({ node, rig } = both)
  ;[owner] = await rig.people('owner')
})

/** Custody's copies are newer than the rest of the database, as after `restored`. */
const forget = async (safes: readonly Safe[], cursors: (typeof chainCursors.$inferInsert)[]) =>
  rig.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    const { rows } = await tx.execute<{ name: string }>(
      sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'wallet_id'`,
    )
    for (const safe of safes) {
      const [account] = safe.accounts
      await tx.delete(assets).where(eq(assets.accountId, account?.id ?? ''))
      for (const { name } of rows.filter((row) => row.name !== 'wallets'))
        await tx.execute(sql`delete from ${sql.identifier(name)} where wallet_id = ${safe.id}`)
      await tx.delete(wallets).where(eq(wallets.id, safe.id))
    }
    await tx.delete(chainBlocks)
    await tx.delete(chainCursors)
    await tx.insert(chainCursors).values(cursors)
  })

const walletsOf = async (person: Person) => (await rig.services.wallets.list(person.id)).map(({ id }) => id)

test('wallets that an older database does not have are put back by what custody holds, with what is on them', async () => {
  const before = await rig.db.select().from(chainCursors)
  const safe = await rig.safe(owner, '10')
  await node.give(safe.address, '50', 'USDC')
  await rig.settle()
  const other = await rig.safe(owner, '1')
  await rig.restart(undefined, () => forget([safe, other], before))
  expect(await walletsOf(owner)).toEqual([owner.walletId])

  await rig.services.wallets.start()
  await rig.settle()
  expect((await walletsOf(owner)).sort()).toEqual([owner.walletId, safe.id, other.id].sort())
  const back = await rig.services.wallets.get(owner.id, safe.id)
  expect(back).toMatchObject({ status: 'active', name: expect.stringMatching(/^Restored Wallet(?: B)?$/) })
  expect(back.accounts.map(({ address }) => address)).toEqual([safe.address])
  const names = (await rig.services.wallets.list(owner.id)).map(({ name }) => name)
  expect(names.sort()).toEqual(['Own', 'Restored Wallet', 'Restored Wallet B'])
  const assets = await rig.services.assets.list(owner.id, safe.id)
  expect(assets.map(({ symbol, amount }) => [symbol.toLowerCase(), amount]).sort()).toEqual([
    ['rbnt', '10000000000000000000'],
    ['usdc', '50000000'],
  ])

  // It is whole: it takes a name and sends.
  await rig.services.wallets.rename(owner.id, safe.id, 'Harbour Fund')
  await rig.services.kyc.complete({ walletId: safe.id })
  const sent = await rig.send(safe, '1')
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })

  // Again nothing is missing, so nothing is made.
  const shown = await walletsOf(owner)
  await rig.restart()
  await rig.services.wallets.start()
  expect(await walletsOf(owner)).toEqual(shown)
})
