// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX, fillPath } from '#contract/endpoint.ts'
import {
  approveSession,
  connectSession,
  disconnectAllSessions,
  disconnectSession,
  getSession,
  getSessionIcon,
  listActiveSessions,
  listPendingSessions,
  listRequests,
  listSessions,
  pingSession,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { inTransaction } from '#server/db/unit.ts'
import { makeWallets } from '#server/modules/wallets/service.ts'
import { type Backend, type Owner, openBackend, until } from './backend.ts'
import { addressOf, faultOf } from './dapp.ts'

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const HOUR_MS = 60 * 60 * 1000

let backend: Backend
let owner: Owner
beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com')
})
afterAll(() => backend.stop())

const at = (id: string) => ({ params: { id }, body: { walletId: owner.walletId } })
const paste = (uri: string) => owner.client.call(connectSession, { body: { uri, walletId: owner.walletId } })
const sessionsOf = async () =>
  (await owner.client.ok(listSessions, { query: { walletId: owner.walletId } })).items
const key = 'ab'.repeat(32)

test('a dApp is proposed, approved, pinged and disconnected by the owner', async () => {
  const dapp = await backend.dapp('Exchange\u202e\n of things', [`data:image/png;base64,${DOT}`])
  const { uri, session } = await dapp.connect()
  const made = await backend.paste(owner, uri)
  expect(await until(owner, 'wc-session:created', ({ id }) => id === made.id)).toMatchObject({
    status: 'created',
    shouldShow: false,
  })
  const proposal = await until(owner, 'wc-session:proposal', ({ id }) => id === made.id)
  expect(proposal).toMatchObject({
    walletId: owner.walletId,
    status: 'pending-approval',
    shouldShow: true,
    version: 2,
    blockchains: ['redbelly:testnet'],
    proposerMeta: {
      name: 'Exchange of things',
      description: 'Made for tests',
      url: 'https://dapp.example',
      icons: [],
    },
  })
  const ofWallet = { query: { walletId: owner.walletId } }
  for (const [list, total] of [
    [listSessions, 1],
    [listPendingSessions, 1],
    [listActiveSessions, 0],
  ] as const) {
    const { items, ...answer } = await owner.client.ok(list, ofWallet)
    expect(answer.total).toBe(total)
    expect(total ? [proposal] : []).toMatchObject(items)
  }
  expect(await owner.client.ok(listPendingSessions, { query: {} })).toMatchObject({ total: 1 })
  const icon = await owner.client.raw(`${API_PREFIX}/${fillPath(getSessionIcon.path, { id: made.id })}`)
  expect(icon.status).toBe(200)
  expect(icon.headers.get('content-type')).toBe('image/png')
  expect(icon.headers.get('x-content-type-options')).toBe('nosniff')

  expect(await owner.client.ok(approveSession, at(made.id))).toMatchObject({ status: 'connected' })
  const connected = await session
  expect(connected.namespaces.eip155).toEqual({
    chains: ['eip155:153'],
    accounts: [`eip155:153:${owner.address}`],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
    events: ['chainChanged', 'accountsChanged'],
  })
  expect(addressOf(connected)).toBe(owner.address)
  const started = await until(owner, 'wc-session:started', ({ id }) => id === made.id)
  expect(started).toMatchObject({ status: 'connected', topic: connected.topic })
  expect([started]).toMatchObject((await owner.client.ok(listActiveSessions, { query: {} })).items)
  expect(await owner.client.call(approveSession, at(made.id))).toMatchObject({ status: 409 })
  expect(await owner.client.ok(pingSession, { body: { sessionId: made.id } })).toEqual({ ok: true })

  const heard = new Promise((resolve) => dapp.client.once('session_delete', resolve))
  expect(await owner.client.ok(disconnectSession, at(made.id))).toMatchObject({ status: 'disconnected' })
  await heard
  await until(owner, 'wc-session:closed', ({ id }) => id === made.id)
  expect(await owner.client.call(disconnectSession, at(made.id))).toMatchObject({ status: 409 })
  expect(await owner.client.ok(pingSession, { body: { sessionId: made.id } })).toEqual({ ok: false })
  // It stays in the list for thirty days.
  expect(await owner.client.ok(getSession, { params: { id: made.id } })).toMatchObject({ shouldShow: true })
})

test('a session has the chains that were asked for, and no other account', async () => {
  const dapp = await backend.dapp()
  const { uri, session } = await dapp.connect(['eip155:1', 'eip155:31337'], ['personal_sign'])
  const { id } = await backend.paste(owner, uri)
  expect(await until(owner, 'wc-session:proposal', (data) => data.id === id)).toMatchObject({
    blockchains: ['hardhat'],
  })
  await backend.approve(owner, id)
  expect((await session).namespaces.eip155).toEqual({
    chains: ['eip155:31337'],
    accounts: [`eip155:31337:${owner.address}`],
    methods: ['personal_sign'],
    events: ['chainChanged', 'accountsChanged'],
  })
  await owner.client.ok(disconnectSession, at(id))
})

test('a proposal is rejected, and a link works once', async () => {
  const dapp = await backend.dapp()
  const { uri, session } = await dapp.connect()
  const { id } = await backend.paste(owner, uri)
  await until(owner, 'wc-session:proposal', (data) => data.id === id)
  expect(await owner.client.ok(rejectSession, at(id))).toMatchObject({
    status: 'rejected',
    shouldShow: false,
  })
  expect(await faultOf(session)).toMatchObject({ code: 5000 })
  expect(await paste(uri)).toMatchObject({
    status: 409,
    body: { message: 'This link was already used. Copy a new one.' },
  })
  expect(await owner.client.call(rejectSession, at(id))).toMatchObject({ status: 409 })
})

test.each([
  ['no link', 'hello', 'Invalid WalletConnect link'],
  ['version 1', `wc:${key}@1?bridge=x&key=${key}`, 'Invalid WalletConnect link'],
  ['no key', `wc:${key}@2?relay-protocol=irn`, 'Invalid WalletConnect link'],
  [
    'a past one',
    `wc:${key}@2?expiryTimestamp=1700000000&relay-protocol=irn&symKey=${key}`,
    'This link has expired. Copy a new one.',
  ],
])('%s answers with a sentence', async (_, uri, message) => {
  expect(await paste(uri)).toMatchObject({ status: 400, body: { message } })
})

test('a network that is not served here refuses the proposal, with a sentence', async () => {
  const dapp = await backend.dapp('Mainnet only')
  const { uri, session } = await dapp.connect(['eip155:1'])
  expect(await paste(uri)).toMatchObject({
    status: 409,
    body: { message: 'Mainnet only needs the network eip155:1, which this wallet does not have.' },
  })
  expect(await faultOf(session)).toMatchObject({ code: 5100 })
  expect((await sessionsOf()).filter(({ status }) => status === 'pending-approval')).toEqual([])
})

test('the dApp disconnects: the session closes live and its requests end', async () => {
  const { dapp, session, id } = await backend.bond(owner)
  void dapp.ask(session, 'personal_sign', ['0x01', owner.address])
  const request = await until(owner, 'wc-session:request', (data) => data.sessionId === id)
  await dapp.client.disconnect({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
  expect(await until(owner, 'wc-session:closed', (data) => data.id === id)).toMatchObject({
    status: 'disconnected',
    shouldShow: true,
  })
  await until(owner, 'wc-session:request-result', (data) => data.id === request.id)
  const { items } = await owner.client.ok(listRequests, { query: { sessionId: id } })
  expect(items).toMatchObject([{ status: 'rejected' }])
})

test('nobody else sees or touches a session', async () => {
  const { id } = await backend.bond(owner)
  const stranger = await backend.owner('eve@example.com', '0')
  const elsewhere = { params: { id }, body: { walletId: stranger.walletId } }
  for (const endpoint of [approveSession, rejectSession, disconnectSession]) {
    expect(await stranger.client.call(endpoint, elsewhere)).toMatchObject({ status: 404 })
    expect(await owner.client.call(endpoint, elsewhere)).toMatchObject({ status: 404 })
  }
  expect(await stranger.client.call(getSession, { params: { id } })).toMatchObject({ status: 404 })
  expect(await stranger.client.call(pingSession, { body: { sessionId: id } })).toMatchObject({ status: 404 })
  expect(await stranger.client.ok(disconnectAllSessions, { body: {} })).toEqual({ count: 0 })
  expect(await stranger.client.ok(listSessions, { query: {} })).toEqual({ items: [], total: 0 })
})

test('everything is disconnected at once and leaves the list', async () => {
  const wallet = await backend.wallet(owner, 'Second', '0')
  const one = await backend.bond(wallet)
  const other = await backend.bond(wallet)
  const ends = [one, other].map(
    ({ dapp }) => new Promise((resolve) => dapp.client.once('session_delete', resolve)),
  )
  expect(await owner.client.ok(disconnectAllSessions, { body: { walletId: wallet.walletId } })).toEqual({
    count: 2,
  })
  await Promise.all(ends)
  const { items } = await owner.client.ok(listSessions, { query: { walletId: wallet.walletId } })
  expect(items.map(({ shouldShow, status }) => [shouldShow, status])).toEqual([
    [false, 'disconnected'],
    [false, 'disconnected'],
  ])
})

test('a wallet that is removed takes its sessions along', async () => {
  const wallet = await backend.wallet(owner, 'Third', '0')
  const { dapp, id } = await backend.bond(wallet)
  const end = new Promise((resolve) => dapp.client.once('session_delete', resolve))
  const wallets = makeWallets(backend.server.deps)
  const said = await wallets.word(wallet.walletId)
  await inTransaction(backend.server.deps, (tx, emit) =>
    wallets.setStatus(tx, emit, wallet.walletId, 'removed', said),
  )
  await end
  await until(owner, 'wc-session:closed', (data) => data.id === id)
})

test('a proposal that nobody answers ends, and a closed session leaves the list after thirty days', async () => {
  const dapp = await backend.dapp()
  const { uri } = await dapp.connect()
  const { id } = await backend.paste(owner, uri)
  await until(owner, 'wc-session:proposal', (data) => data.id === id)
  backend.server.clock.advance(6 * 60 * 1000)
  await until(owner, 'wc-session:closed', (data) => data.id === id && data.status === 'rejected')
  expect(await owner.client.call(approveSession, at(id))).toMatchObject({ status: 409 })

  const listed = (await sessionsOf()).find(
    ({ shouldShow, status }) => shouldShow && status === 'disconnected',
  )
  backend.server.clock.advance(31 * 24 * HOUR_MS)
  await until(owner, 'wc-session:closed', (data) => data.id === listed?.id && data.deletedAt !== null)
})
