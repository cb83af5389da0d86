// @vitest-environment node
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterEach, expect, test } from 'vitest'
import { readTemplate } from '#server/db/template.ts'

const FOLDER = 'server/db/migrations'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The migrations of the version that ended with this one. */
const versionWith = async (last: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  ends.push(() => rm(folder, { recursive: true }))
  await cp(FOLDER, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1
  expect(end).toBeGreaterThan(0)
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}

const HUGE = '9'.repeat(78)

/** An owner with an account of each family, who sent, waits, cancelled, made a contract and got coins. */
const ROWS = `
insert into users (id, email, email_key, vault_id, created_at)
  values ('u', 'owner@example.com', 'owner@example.com', 'v', now());
insert into wallets (id, user_id, name, status, created_at) values ('w', 'u', 'Main', 'active', now());
insert into accounts (id, wallet_id, network, address, address_key, created_at) values
  ('a', 'w', 'evm', '0xA', '0xa', now()), ('b', 'w', 'regtest', 'bcrt1', 'bcrt1', now());
insert into tokens (id, blockchain, contract, symbol, name, decimals, created_at) values
  ('t', 'redbelly:testnet', '', 'rbnt', 'RBNT', 18, now()), ('btc', 'bitcoin:regtest', '', 'btc', 'Bitcoin', 8, now());
insert into transactions
  (id, blockchain, token_id, account_id, hash, block_number, amount, direction, status, description, created_at) values
  ('mined', 'redbelly:testnet', 't', 'a', '0x01', 7, '1', 'outcome', 'success', 'Rent', now()),
  ('signed', 'redbelly:testnet', 't', 'a', '0x02', null, '2', 'outcome', 'broadcasting', '', now()),
  ('waits', 'redbelly:testnet', 't', 'a', null, null, '${HUGE}', 'outcome', 'pending-approval', '', now()),
  ('void', 'redbelly:testnet', 't', 'a', null, null, '3', 'outcome', 'cancelled', '', now()),
  ('came', 'bitcoin:regtest', 'btc', 'b', 'ab', 9, '4', 'income', 'success', '', now());
insert into sends
  (transaction_id, wallet_id, blockchain, address_key, wallet_name, action, target, value, data, gas, gas_limit,
   max_fee_per_gas, max_priority_fee_per_gas, fee_ceiling, guarded, expires_at, nonce, raw, broadcast_at, void) values
  ('mined', 'w', 'redbelly:testnet', '0xa', 'Main', 'send', '0xB', '1', '0x', 'normal', '21000',
   '3', '1', '63000', false, now(), 0, '0xf8', now(), false),
  ('signed', 'w', 'redbelly:testnet', '0xa', 'Main', 'creation', null, '0', '0x6000', 'fast', '90000',
   '4', '2', '360000', true, now(), 1, '0xf9', null, false),
  ('waits', 'w', 'redbelly:testnet', '0xa', 'Old name', 'call', '0xC', '${HUGE}', '0xdeadbeef', 'slow', '${HUGE}',
   '${HUGE}', '${HUGE}', '${HUGE}', true, now(), null, null, null, false),
  ('void', 'w', 'redbelly:testnet', '0xa', 'Main', 'send', '0xB', '3', '0x', 'normal', '21000',
   '3', '1', '63000', false, now(), 1, null, null, true);
insert into coins (blockchain, txid, vout, account_id, value, block, change) values
  ('bitcoin:regtest', 'ab', 0, 'b', '4', 9, false);
`

test('what was sent before sends were told apart by family is all there after, value by value', {
  timeout: 60_000,
}, async () => {
  const template = await readTemplate(undefined)
  const client = await PGlite.create(template === undefined ? {} : { loadDataDir: template })
  ends.push(() => client.close())
  const db = drizzle(client)
  const rows = async (query: string) => (await client.query<object>(query)).rows

  await migrate(db, { migrationsFolder: await versionWith('0013_push_kinds') })
  await client.exec(ROWS)
  const [sends, transactions, coins] = [
    await rows('select * from sends order by transaction_id'),
    await rows('select * from transactions order by id'),
    await rows('select * from coins'),
  ]
  expect([sends.length, transactions.length, coins.length]).toEqual([4, 5, 1])

  await migrate(db, { migrationsFolder: await versionWith('0014_send_families') })
  expect(
    await rows('select * from sends join evm_sends using (transaction_id) order by transaction_id'),
  ).toEqual(sends)
  await migrate(db, { migrationsFolder: FOLDER })
  expect(await rows('select * from sends join evm_sends using (transaction_id)')).toHaveLength(4)
  expect(await rows('select * from transactions order by id')).toMatchObject(transactions)
  expect(await rows('select * from coins')).toEqual(coins)
  expect(await rows('select * from bitcoin_sends')).toEqual([])
})
