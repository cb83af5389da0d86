// @vitest-environment node
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { recoverMessageAddress, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  approveSession,
  cancelRequest,
  confirmRequest,
  connectSession,
  disconnectAllSessions,
  disconnectSession,
  getSession,
  listRequests,
  pingSession,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { dappCommands } from '#server/db/schema/dapp.ts'
import { startMailbox } from '#server/sandbox/mailbox.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { startNode } from '#tests/server/chains/node.ts'
import { Client } from '#tests/server/harness/client.ts'
import { serveHere } from '#tests/server/harness/served.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'
import { freePort, type ServerProcess, spawnServer } from '#tests/server/main/process.ts'
import { createTestDatabase } from '#tests/server/transactions/database.ts'
import { type Dapp, faultOf, openDapp } from './dapp.ts'
import { confirmation } from './shown.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
/** Real processes on a busy machine take their time; milliseconds. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const log = pino({ level: 'silent' })

/** Needs a real PostgreSQL: see `npm run test:postgres`. */
describe.runIf(process.env.TEST_DATABASE_URL)('two processes and one WalletConnect client', () => {
  const ends: (() => Promise<unknown>)[] = []
  const dapps: Dapp[] = []
  let database: Database
  let relayUrl: string
  let start: () => Promise<{ server: ServerProcess; url: string }>
  /** The first one holds the client. */
  let holder: { server: ServerProcess; url: string }
  let other: { server: ServerProcess; url: string }
  /** One person at each of them. */
  let there: SignedInClient
  let here: Client
  let walletId: string
  let address: string

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-cluster-'))
    await mkdir('.cache', { recursive: true })
    // Inside the checkout, so that the bundle finds the installed packages.
    const bundle = resolve(await mkdtemp('.cache/cluster-'))
    for (const made of [folder, bundle]) ends.push(() => rm(made, { recursive: true, force: true }))
    const created = await createTestDatabase()
    ends.push(async () => created?.drop())
    const databaseUrl = created?.url ?? ''
    const [node, mailbox, relay] = await Promise.all([
      startNode(),
      startMailbox(log),
      startRelay({ log }),
      bundleServer(bundle),
    ])
    relayUrl = relay.url
    for (const { stop } of [node, mailbox, relay]) ends.push(stop)
    database = await openDatabase({ databaseUrl, log })
    ends.push(database.close)
    const keyRing = await createKeyRing(join(folder, 'keys'))
    const custody = await serveHere({
      dir: join(folder, 'custody'),
      keyRing,
      clock: { now: () => new Date() },
      policyDelayS: 0,
    })
    ends.push(custody.close)
    start = async () => {
      const port = await freePort()
      const server = spawnServer(join(bundle, 'main.js'), {
        PORT: String(port),
        PUBLIC_URL: 'http://localhost',
        DATA_DIR: join(folder, `data-${port}`),
        MASTER_KEY_FILE: join(folder, 'keys'),
        DATABASE_URL: databaseUrl,
        CUSTODY_URL: custody.url,
        SMTP_URL: mailbox.smtpUrl,
        WC_RELAY_URL: relayUrl,
        RPC_URL_REDBELLY_TESTNET: node.rpcUrl,
        POLICY_DELAY_S: '0',
      })
      ends.push(async () => {
        server.child.kill('SIGKILL')
        await server.ended
      })
      await server.says('is ready')
      return { server, url: `http://127.0.0.1:${port}` }
    }
    holder = await start()
    await vi.waitFor(() => expect(clientOf(holder.server)).toBeDefined(), PATIENCE)
    other = await start()

    const clock = { now: () => new Date(), advance: () => {} }
    const place = { origin: 'http://localhost', clock, mails: (to?: string) => mailbox.list(to) }
    there = await makeUsers({ ...place, url: holder.url }).signIn('ada@example.com')
    here = new Client(other.url, 'http://localhost')
    for (const [name, { value, path }] of there.cookies) here.setCookie(name, value, path)
    walletId = (await here.ok(createWallet, { body: { name: 'Main' } })).id
    const wallet = await vi.waitFor(async () => {
      const found = await here.ok(getWallet, { params: { id: walletId } })
      expect(found.status).toBe('active')
      return found
    }, PATIENCE)
    address = wallet.accounts[0]?.address ?? ''
  })
  afterAll(async () => {
    for (const dapp of dapps) await dapp.close()
    for (const end of ends.reverse()) await end()
  })

  /** The process of the client, where this server has it. */
  const clientOf = ({ child: { pid } }: ServerProcess): number | undefined =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || undefined
  const dapp = async (name?: string) => {
    const made = await openDapp(relayUrl, name)
    dapps.push(made)
    return made
  }
  const at = (id: string) => ({ params: { id }, body: { walletId } })
  const proposed = async (client: Client, own: Dapp) => {
    const { uri, session } = await own.connect()
    const made = await client.ok(connectSession, { body: { uri, walletId } })
    expect(made.status).toBe('pending-approval')
    return { id: made.id, session }
  }
  const bond = async (client: Client) => {
    const own = await dapp()
    const { id, session } = await proposed(client, own)
    expect((await client.ok(approveSession, at(id))).status).toBe('connected')
    return { id, dapp: own, session: await session }
  }
  const arrival = (client: Client) =>
    vi.waitFor(async () => {
      const query = { walletId, status: 'pending' as const }
      const [request] = (await client.ok(listRequests, { query })).items
      if (!request) throw new Error('The request is not there')
      return request.id
    }, PATIENCE)
  const signed = async (client: Client, own: Awaited<ReturnType<typeof bond>>, text: string) => {
    const answer = own.dapp.ask(own.session, 'personal_sign', [toHex(text), address])
    await client.ok(confirmRequest, await confirmation(client, await arrival(client)))
    expect(await signerOf(text, answer)).toBe(address)
    expect([...own.dapp.answers.values()].filter((count) => count !== 1)).toEqual([])
  }
  const signerOf = async (message: string, signature: Promise<string>) =>
    recoverMessageAddress({ message, signature: (await signature) as `0x${string}` })

  test('one of them has it; the other one connects, approves, pings, signs and disconnects', async () => {
    expect(clientOf(holder.server)).toBeDefined()
    expect(clientOf(other.server)).toBeUndefined()
    const own = await bond(here)
    expect(await here.ok(pingSession, { body: { sessionId: own.id } })).toEqual({ ok: true })
    expect(await there.ok(pingSession, { body: { sessionId: own.id } })).toEqual({ ok: true })
    await signed(here, own, 'here')
    await signed(there, own, 'there')
    const heard = new Promise((resolve) => own.dapp.client.once('session_delete', resolve))
    expect((await here.ok(disconnectSession, at(own.id))).status).toBe('disconnected')
    await heard
    expect(await here.ok(pingSession, { body: { sessionId: own.id } })).toEqual({ ok: false })
  })

  test('what begins at one goes on at the other; refusals and reasons come through', async () => {
    const own = await dapp()
    const { id, session } = await proposed(there, own)
    expect((await here.ok(rejectSession, at(id))).status).toBe('rejected')
    expect(await faultOf(session)).toMatchObject({ code: 5000 })
    expect(await here.call(approveSession, at(id))).toMatchObject({
      status: 409,
      body: { message: 'This connection does not wait for approval any more' },
    })
    const mainnet = await (await dapp('Mainnet only')).connect(['eip155:1'])
    expect(await here.call(connectSession, { body: { uri: mainnet.uri, walletId } })).toMatchObject({
      status: 409,
      body: { message: 'Mainnet only needs the network eip155:1, which this wallet does not have.' },
    })
    const bonds = [await bond(here), await bond(there)]
    const [first] = bonds as [Awaited<ReturnType<typeof bond>>]
    const answer = first.dapp.ask(first.session, 'personal_sign', [toHex('no'), address])
    await here.ok(cancelRequest, { params: { id: await arrival(here) }, body: {} })
    expect(await faultOf(answer)).toMatchObject({ code: 5000 })
    expect(await here.ok(disconnectAllSessions, { body: { walletId } })).toEqual({ count: 2 })
  })

  test('commands leave nothing behind, and rows that no server sealed do nothing', async () => {
    expect(await database.db.select().from(dappCommands)).toEqual([])
    const own = await bond(there)
    const message = { userId: there.id, id: own.id, walletId }
    const content = JSON.stringify({ name: 'disconnect', message, until: Date.now() + 60_000 })
    await database.db.insert(dappCommands).values([{ id: 'forged', content }])
    expect(await here.ok(pingSession, { body: { sessionId: own.id } })).toEqual({ ok: true })
    const [forged] = await database.db.select().from(dappCommands)
    expect(forged).toMatchObject({ id: 'forged', answer: null })
    expect(forged?.fence).not.toBeNull()
    expect((await here.ok(getSession, { params: { id: own.id } })).status).toBe('connected')
    await database.db.delete(dappCommands)
  })

  test.runIf(process.env.DEEP)(
    'the holder is killed: the other one takes over, and what is asked meanwhile waits',
    async () => {
      const own = await bond(here)
      const before = own.dapp.ask(own.session, 'personal_sign', [toHex('before'), address])
      await arrival(here)
      const child = clientOf(holder.server) ?? 0
      const proposal = await proposed(here, await dapp())
      const from = performance.now()
      holder.server.child.kill('SIGKILL')
      await holder.server.ended
      // What it was asked, and does no more.
      const approved = await here.ok(approveSession, at(proposal.id))
      expect(approved.status).toBe('connected')
      expect(performance.now() - from).toBeLessThan(20_000)
      await proposal.session
      expect(() => process.kill(child, 0)).toThrow()
      expect(clientOf(other.server)).toBeDefined()
      await here.ok(confirmRequest, await confirmation(here, await arrival(here)))
      expect(await signerOf('before', before)).toBe(address)
      await signed(here, own, 'after')

      holder = await start()
      there.url = holder.url
      await signed(there, own, 'from the new one')
      // Its process alone is killed: it comes again at the same server.
      process.kill(clientOf(other.server) ?? 0, 'SIGKILL')
      expect((await there.ok(disconnectSession, at(own.id))).status).toBe('disconnected')
    },
  )
})
