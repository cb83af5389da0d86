// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailKey } from '#domain/email.ts'
import { users } from '#server/db/schema/auth.ts'
import { approvalFlows, approvers } from '#server/db/schema/guardian.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { assets, wallets } from '#server/db/schema/wallet.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { openRig, type Person, type Rig, type Safe } from '#tests/server/guardians/rig.ts'

/** A database that was put back to before wallets were made, or their guardians changed, is held against custody. */

let rig: Rig
let owner: Person
let ada: Person
let bob: Person

onChain(openRig, async (both) => {
  rig = both.rig
  ;[owner, ada, bob] = await rig.people('owner', 'ada', 'bob')
})

const flowsOf = (safe: Safe) => eq(approvalFlows.walletId, safe.id)
const seatsOf = (safe: Safe) => eq(approvers.walletId, safe.id)
const rowsOf = async (safe: Safe) => ({
  flows: await rig.db.select().from(approvalFlows).where(flowsOf(safe)),
  seats: await rig.db.select().from(approvers).where(seatsOf(safe)),
})
const putBack = async (safe: Safe, { flows, seats }: Awaited<ReturnType<typeof rowsOf>>) => {
  await rig.db.delete(approvers).where(seatsOf(safe))
  await rig.db.delete(approvalFlows).where(flowsOf(safe))
  if (seats.length > 0) await rig.db.insert(approvers).values(seats)
  if (flows.length > 0) await rig.db.insert(approvalFlows).values(flows)
}

/** No row tells of the wallet. */
const forget = ({ id, accounts }: Safe) =>
  rig.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    const { rows } = await tx.execute<{ name: string }>(
      sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'wallet_id'`,
    )
    await tx.delete(assets).where(eq(assets.accountId, accounts[0]?.id ?? ''))
    for (const { name } of rows.filter((row) => row.name !== 'wallets'))
      await tx.execute(sql`delete from ${sql.identifier(name)} where wallet_id = ${id}`)
    await tx.delete(wallets).where(eq(wallets.id, id))
  })

const begin = async (meanwhile?: () => Promise<void>) => {
  await rig.restart(undefined, meanwhile)
  await rig.guardians.start()
  await rig.guardians.stop()
}

const asked = async (safe: Safe) => rig.decisions((await rig.send(safe)).id, [ada, bob])

test('a guardian in the place of another one, of whom an older database knows nothing, is asked', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const before = await rowsOf(safe)
  await rig.join(safe, bob)
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  await putBack(safe, before)
  await begin()
  expect(await asked(safe)).toEqual({ ada: 'none', bob: 'pending' })
})

test('what changed since an older database, which knew of no guardians, is told once', async () => {
  const safe = await rig.safe(owner)
  const before = await rowsOf(safe)
  expect(before.flows).toEqual([])
  await rig.join(safe, bob)
  await putBack(safe, before)
  rig.mails.length = 0
  await begin()
  expect(rig.mailsTo(bob.email)).toHaveLength(1)
  await begin()
  await rig.join(safe, ada)
  // The second one is of Ada.
  expect(rig.mailsTo(bob.email)).toHaveLength(2)
})

test('a wallet that custody knows and refuses, and a row that is none, keep no other from being compared', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const before = await rowsOf(safe)
  const broken = await rig.safe(owner, '1')
  await rig.join(safe, bob)
  await putBack(safe, before)
  const stray = { id: `! ${randomUUID()}`, userId: owner.id, name: 'Stray', createdAt: rig.clock.now() }
  await rig.db.insert(wallets).values({ ...stray, status: 'active' })
  const key = join(rig.custodyDir, 'wallets', `${broken.id}.json`)
  const kept = await readFile(key, 'utf8')
  await begin(() => writeFile(key, '{}'))
  expect(await asked(safe)).toEqual({ ada: 'pending', bob: 'pending' })
  await writeFile(key, kept)
  await rig.db.delete(wallets).where(eq(wallets.id, stray.id))
})

test('a row that is no wallet keeps no send of others from being brought back', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const { id } = await rig.send(safe)
  const over = { status: 'failed' as const, finishedAt: rig.clock.now() }
  await rig.db.update(transactions).set(over).where(eq(transactions.id, id))
  const stray = { id: `! ${randomUUID()}`, userId: owner.id, name: 'Stray', createdAt: rig.clock.now() }
  await rig.db.insert(wallets).values({ ...stray, status: 'active' })
  // A round looks at twenty wallets beside those that have something open.
  for (const _ of [1, 2]) await rig.services.transactions.resume().catch(() => undefined)
  await rig.db.delete(wallets).where(eq(wallets.id, stray.id))
  expect(await rig.transaction(safe, id)).toMatchObject({ status: 'pending-approval' })
})

test('a guarded wallet that is put back later than the start has its guardians, too', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  await forget(safe)
  await begin()
  // As its job does, once its owner is known again.
  await rig.services.wallets.start()
  await rig.services.kyc.complete({ walletId: safe.id })
  await rig.settle()
  await rig.round()
  // Coins are read with the next block.
  await rig.node.give(safe.address, '1')
  await rig.settle()
  expect(await asked(safe)).toEqual({ ada: 'pending', bob: 'none' })
})

test('an account whose id is none keeps nobody from his lost wallets', async () => {
  const safe = await rig.safe(owner, '1')
  await forget(safe)
  const email = 'stray@example.com'
  await rig.db
    .insert(users)
    .values({ id: '!', email, emailKey: emailKey(email), vaultId: randomUUID(), createdAt: rig.clock.now() })
  await rig.restart()
  await rig.services.wallets.start()
  expect((await rig.services.wallets.list(owner.id)).map(({ id }) => id)).toContain(safe.id)
})

test('a wallet whose key file is not as custody wrote it keeps no other from being shown, and has no address', async () => {
  const whole = await rig.safe(owner, '1')
  const broken = await rig.safe(owner, '1')
  const key = join(rig.custodyDir, 'wallets', `${broken.id}.json`)
  const kept = await readFile(key, 'utf8')
  const another = JSON.stringify({ ...JSON.parse(kept), userId: bob.id })
  await rig.restart(undefined, () => writeFile(key, another))
  const shown = await rig.services.wallets.list(owner.id)
  await writeFile(key, kept)
  const addressesOf = (id: string) =>
    shown.find((wallet) => wallet.id === id)?.accounts.map(({ address, unverified }) => [address, unverified])
  expect(addressesOf(whole.id)).toContainEqual([whole.address, undefined])
  expect(addressesOf(broken.id)).toEqual(broken.accounts.map(() => ['', true]))
})
