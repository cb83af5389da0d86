import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { createWallet, listWallets } from '#contract/endpoints/wallet.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { accountTxs, transactions } from '#server/db/schema/transaction.ts'
import { assets } from '#server/db/schema/wallet.ts'
import { startPostgres } from '#tests/postgres.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'
import type { Load, Loaded } from './load.ts'

/** So many that no session comes near its limit of calls a minute. */
const PEOPLE = 16
const NAMES = ['Main', 'Savings', 'Travel']
const ASSETS = 5
const ROWS = 25
const RUNS = 3
const CHAIN = 'redbelly:testnet'

export interface CallRate {
  what: string
  /** Answers a second, the median of some runs. */
  rate: number
  /** The same of a bare route with one such query. */
  bare: number
  /** What this process works for one answer, in milliseconds of a core. */
  work: number
  bareWork: number
}

interface Run {
  rate: number
  work: number
}

interface Person {
  client: Client
  userId: string
  walletId: string
}

const startLoader = () => {
  const child: ChildProcess = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
  return {
    run: (load: Load): Promise<Run> =>
      new Promise((resolve, reject) => {
        const before = process.cpuUsage()
        child.once('message', ({ rate = 0, answers = 1, error }: Partial<Loaded> & { error?: string }) => {
          const { user, system } = process.cpuUsage(before)
          if (error === undefined) resolve({ rate, work: (user + system) / 1000 / answers })
          else reject(new Error(error))
        })
        child.send(load)
      }),
    stop: () => child.kill(),
  }
}

const makeWallets = async (client: Client): Promise<{ id: string; accountId: string }[]> => {
  for (const name of NAMES) await client.ok(createWallet, { body: { name } })
  for (;;) {
    const { items } = await client.ok(listWallets, { query: {} })
    const made = items.flatMap(({ id, accounts: [account] }) =>
      account ? [{ id, accountId: account.id }] : [],
    )
    if (made.length === NAMES.length) return made
  }
}

/** Balances and transactions as a chain would have left them. */
const fill = async ({ db }: TestServer, { id: walletId, accountId }: { id: string; accountId: string }) => {
  const createdAt = new Date()
  const known = await db.select({ id: tokens.id }).from(tokens)
  await db.insert(assets).values(
    known.slice(0, ASSETS).map(({ id: tokenId }) => ({
      ...{ id: randomUUID(), accountId, tokenId, amount: '1000000000000000000' },
      ...{ createdAt, updatedAt: createdAt },
    })),
  )
  const rows = Array.from({ length: ROWS }, (_, number) => ({
    id: randomUUID(),
    blockchain: CHAIN,
    tokenId: known[number % known.length]?.id ?? '',
    hash: `0x${randomUUID().replaceAll('-', '').padStart(64, '0')}`,
    accountId,
    amount: '1000000000000000000',
    direction: 'income' as const,
    status: 'success' as const,
    description: '',
    createdAt,
    finishedAt: createdAt,
  }))
  await db.insert(transactions).values(rows)
  await db.insert(accountTxs).values(
    rows.map(({ id }) => ({
      transactionId: id,
      walletId,
      accountId,
      direction: 'income' as const,
      createdAt,
    })),
  )
}

/** A route with one query on a pool of its own and nothing else. */
const bareRoutes = (app: FastifyInstance, pool: pg.Pool): void => {
  const serve = (path: string, text: string) =>
    app.get<{ Querystring: { of: string } }>(path, async ({ query }) => {
      const { rows } = await pool.query(text, [query.of])
      return { items: rows, total: rows.length }
    })
  serve(
    '/wallets',
    `select w.*, a.* from wallets w join users u on u.id = w.user_id left join accounts a on a.wallet_id = w.id
     where w.user_id = $1 order by w.created_at`,
  )
  serve(
    '/assets',
    `select s.*, t.* from assets s join accounts a on a.id = s.account_id join tokens t on t.id = s.token_id
     where a.wallet_id = $1 order by s.created_at`,
  )
  serve(
    '/transactions',
    `select t.*, k.* from account_txs x join transactions t on t.id = x.transaction_id join tokens k on k.id = t.token_id
     where x.wallet_id = $1 order by x.created_at desc limit ${ROWS}`,
  )
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What calls of signed-in people reach on PostgreSQL beside the least that a route with their query costs. */
export const benchCalls = async (): Promise<CallRate[]> => {
  const postgres = await startPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 12 })
  const bare = fastify()
  const server = await startServer({ beside: { databaseUrl: postgres.url } })
  const loader = startLoader()
  try {
    bareRoutes(bare, pool)
    await bare.listen({ port: 0, host: '127.0.0.1' })
    const createdAt = new Date()
    await server.db.insert(tokens).values(
      Array.from({ length: ASSETS }, (_, number) => ({
        ...{
          id: randomUUID(),
          blockchain: CHAIN,
          contract: `0x${String(number).padStart(40, '0')}`,
          type: 'ERC20' as const,
        },
        ...{ symbol: `TK${number}`, name: `Token ${number}`, decimals: 18, createdAt },
      })),
    )
    const people: Person[] = []
    for (let number = 1; number <= PEOPLE; number += 1) {
      const client = await server.signIn(`person${number}@example.com`)
      const made = await makeWallets(client)
      for (const wallet of made) await fill(server, wallet)
      people.push({ client, userId: client.id, walletId: made[0]?.id ?? '' })
    }
    const calls = {
      'GET wallets': {
        own: () => '/api/v1/wallets',
        bare: ({ userId }: Person) => `/wallets?of=${userId}`,
      },
      'GET assets': {
        own: ({ walletId }: Person) => `/api/v1/assets?walletId=${walletId}`,
        bare: ({ walletId }: Person) => `/assets?of=${walletId}`,
      },
      'GET transactions': {
        own: ({ walletId }: Person) => `/api/v1/transactions?walletId=${walletId}&limit=${ROWS}`,
        bare: ({ walletId }: Person) => `/transactions?of=${walletId}`,
      },
    }
    const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port
    const loads = (path: (person: Person) => string) =>
      people.map((person) => ({ path: path(person), cookie: person.client.cookieHeader('/api/v1/') ?? '' }))
    const rates: CallRate[] = []
    for (const [what, paths] of Object.entries(calls)) {
      const [own, least]: [Run[], Run[]] = [[], []]
      for (let run = 0; run < RUNS; run += 1) {
        own.push(await loader.run({ port: portOf(server.app), calls: loads(paths.own) }))
        least.push(await loader.run({ port: portOf(bare), calls: loads(paths.bare) }))
      }
      const of = (runs: readonly Run[], key: keyof Run) => median(runs.map((run) => run[key]))
      rates.push({
        what,
        ...{ rate: of(own, 'rate'), bare: of(least, 'rate') },
        ...{ work: of(own, 'work'), bareWork: of(least, 'work') },
      })
    }
    return rates
  } finally {
    loader.stop()
    await bare.close()
    await pool.end()
    await server.stop()
    await postgres.stop()
  }
}
