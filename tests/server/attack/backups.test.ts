import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { type Address, createTestClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { transactions } from '#server/db/schema/transaction.ts'
import { startNode, type TestNode } from '../chains/node.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from '../guardians/rig.ts'
import { STRANGER } from '../transactions/rig.ts'

/** Whoever has backups of custody and of the database of one moment, and puts both back after more was sent. */

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
/** While it is held, custody signs nothing. What it refused is kept. */
const custody = { held: false, refusals: [] as string[] }

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody: real }) => ({
      chains,
      custody: {
        ...real,
        async signEvmTransaction(ask) {
          if (custody.held) throw new CustodyRefusal('Locked', 'Held')
          try {
            return await real.signEvmTransaction(ask)
          } catch (error) {
            if (error instanceof CustodyRefusal) custody.refusals.push(error.code)
            throw error
          }
        },
      },
    }),
  })
  ;[owner, ada] = await rig.people('owner', 'ada')
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name)
}

/** Every row there is, as it is now. */
const dump = async (db: Db) => {
  const kept = new Map<string, string>()
  for (const name of await tablesOf(db)) {
    const { rows } = await db.execute<{ all: string }>(
      sql`select coalesce(json_agg(t), '[]')::text as all from ${sql.identifier(name)} t`,
    )
    kept.set(name, rows[0]?.all ?? '[]')
  }
  return kept
}
const load = (db: Db, kept: ReadonlyMap<string, string>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [name, rows] of kept) {
      const table = sql.identifier(name)
      await tx.execute(sql`delete from ${table}`)
      // Whoever held a lease then is gone.
      if (name === 'leases') continue
      await tx.execute(
        sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows}::json)`,
      )
    }
  })

/** Both backups, of this moment. */
const backUp = async () => {
  const rows = await dump(rig.db)
  const files = join(await mkdtemp(join(tmpdir(), 'countersign-backup-')), 'custody')
  await cp(rig.custodyDir, files, { recursive: true })
  return {
    putBack: () =>
      rig.restart(undefined, async () => {
        await load(rig.db, rows)
        await rm(rig.custodyDir, { recursive: true })
        await cp(files, rig.custodyDir, { recursive: true })
      }),
  }
}

const miner = () => createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) })
const countOf = ({ address }: Safe) => node.client.getTransactionCount({ address: address as Address })
const rowOf = async (id: string) =>
  (await rig.db.select().from(transactions).where(eq(transactions.id, id)))[0]

describe.each([
  ['unguarded', false],
  ['guarded', true],
] as const)('an %s send', (_, guarded) => {
  test.each(['mined', 'in the mempool'] as const)(
    'that was %s by then is not paid a second time',
    async (where) => {
      const safe = guarded ? await rig.guarded(owner, [ada], 1) : await rig.safe(owner)
      const before = await node.balance(STRANGER)
      custody.held = true
      const { id } = await rig.send(safe, '1')
      if (guarded) await rig.approve(ada, id)
      await rig.idle()
      const backup = await backUp()

      if (where === 'in the mempool') await miner().setAutomine(false)
      custody.held = false
      await rig.round()
      await rig.idle()
      const { hash } = (await rowOf(id)) ?? {}
      expect(hash).toMatch(/^0x/)
      if (where === 'mined') await rig.settle()

      await backup.putBack()
      expect((await rowOf(id))?.hash).toBeNull()
      custody.refusals.length = 0
      await rig.round()
      await rig.idle()
      expect(custody.refusals).toContain('ChainAhead')
      // The owner, who sees it waiting, sends it again.
      const again = await nameOf(rig.send(safe, '1'))
      if (again === 'none' && guarded) {
        const [asked] = (await rig.approvals.list(ada.id)).filter(({ status }) => status === 'pending')
        if (asked) await nameOf(rig.approve(ada, asked.txId))
      }
      await rig.round()
      await rig.idle()

      await miner().setAutomine(true)
      await miner().mine({ blocks: 1 })
      await rig.settle()
      await rig.round()
      await rig.settle()
      expect(await countOf(safe)).toBe(1)
      expect((await node.balance(STRANGER)) - before).toBe(10n ** 18n)
    },
  )
})
