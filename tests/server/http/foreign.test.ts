import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { API_PREFIX, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { listOwnSessions } from '#contract/endpoints/account.ts'
import { createContact } from '#contract/endpoints/contact.ts'
import { inviteApprover } from '#contract/endpoints/guardian.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { dappRequests, dappSessions } from '#server/db/schema/dapp.ts'
import { approvals, proposals } from '#server/db/schema/guardian.ts'
import { accountTxs, transactions } from '#server/db/schema/transaction.ts'
import { accounts } from '#server/db/schema/wallet.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const modules = import.meta.glob<Record<string, unknown>>('/src/contract/endpoints/*.ts', { eager: true })
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ access }) => ['sid', 'owner', 'guardian'].includes(access))
const title = ({ method, path }: Endpoint) => `${method} ${path}`

const signed = { nonce: 'n', timestamp: 1, signature: `0x${'0'.repeat(130)}` }
const spoken = { message: 'm', nonce: 'n', timestamp: 1 }
const draft = { amount: '1', assetId: 'a', recipient: `0x${'1'.repeat(40)}` }
const send = { ...draft, description: '', gas: 'normal' }
const link = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

/** Bodies that would do, were the record one's own. */
const bodies = (walletId: string): Record<string, object> => ({
  'POST wallets/{id}/rename': { name: 'Another' },
  'POST wallets/{id}/transactions/send': send,
  'POST wallets/{id}/transactions/send-evm': send,
  'POST wallets/{id}/transactions/{txId}/speed-up': { maxFee: '1' },
  'POST wallets/{id}/transactions/{txId}/cancel-on-network': { maxFee: '1' },
  'POST wallets/{id}/transactions/{txId}/ask-higher-fee': { maxFee: '1' },
  'POST wallets/{id}/transactions/evm/estimate': draft,
  'POST wallets/{id}/transactions/bitcoin/estimate': draft,
  'POST wallets/{id}/invite-approver': { email: 'friend@example.com' },
  'POST wallets/{id}/setup-approval-flow': { consensus: 1 },
  'POST contacts/{id}/update': {
    name: 'Another',
    addresses: [{ network: 'evm', address: `0x${'2'.repeat(40)}` }],
  },
  'POST invites/{id}/sign-invite-confirmation': { ...spoken, walletId },
  'POST wallet-connect/requests/{id}/confirm': { digest: '0'.repeat(64) },
  'POST invites/{id}/confirm': { ...signed, walletId },
  'POST approval-flow/{txId}/sign-approval': { ...spoken, walletId },
  'POST approval-flow/{txId}/approve': signed,
  'POST wallet-connect/sessions/{id}/approve': { walletId },
  'POST wallet-connect/sessions/{id}/reject': { walletId },
  'POST wallet-connect/sessions/{id}/disconnect': { walletId },
  'POST wallet-connect/sessions/connect': { uri: link, walletId },
  'POST wallet-connect/sessions/disconnect-all': { walletId },
})

/** Endpoints that name a wallet or session elsewhere than in their path. */
const NAMED = [
  'assets',
  'transactions',
  'wallet-connect/sessions',
  'wallet-connect/sessions/active',
  'wallet-connect/sessions/pending',
  'wallet-connect/requests',
]

let server: TestServer
let stranger: SignedInClient
let records: {
  wallet: string
  invite: string
  tx: string
  session: string
  request: string
  user: string
  contact: string
  signIn: string
}

const idOf = (path: string): string => {
  if (path.startsWith('wallets/')) return records.wallet
  if (path.startsWith('invites/')) return records.invite
  if (path.startsWith('wallet-connect/sessions/')) return records.session
  if (path.startsWith('wallet-connect/requests/')) return records.request
  if (path.startsWith('contacts/')) return records.contact
  if (path.startsWith('sessions/')) return records.signIn
  if (path.startsWith('users/')) return records.user
  throw new Error(`What does {id} of ${path} name? Say it here.`)
}

const ask = (client: SignedInClient, endpoint: Endpoint, query = '') => {
  const params: Record<string, string> = { approverId: records.invite, txId: records.tx }
  if (endpoint.path.includes('{id}')) params.id = idOf(endpoint.path)
  return client.raw(`${API_PREFIX}/${fillPath(endpoint.path, params)}${query}`, {
    method: endpoint.method,
    ...(endpoint.method === 'POST' ? { body: bodies(records.wallet)[title(endpoint)] ?? {} } : {}),
  })
}

/** A wallet with one of everything, made by its owner or, where a chain or relay would be needed, written down. */
const makeRecords = async (owner: SignedInClient) => {
  const { id: wallet } = await owner.ok(createWallet, { body: { name: 'Savings' } })
  await vi.waitFor(
    async () => expect((await owner.ok(getWallet, { params: { id: wallet } })).status).toBe('active'),
    { timeout: 20_000 },
  )
  const { id: invite } = await owner.ok(inviteApprover, {
    params: { id: wallet },
    body: { email: 'guardian@example.com' },
  })
  const { id: contact } = await owner.ok(createContact, {
    body: { name: 'Friend', addresses: [{ network: 'evm', address: `0x${'1'.repeat(40)}` }] },
  })
  const signIn = (await owner.ok(listOwnSessions, { query: {} })).items[0]?.id ?? ''
  const [tx, session, request, token, account] = [1, 2, 3, 4, 5].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const { db } = server
  const createdAt = server.clock.now()
  const expiresAt = new Date(createdAt.getTime() + 300_000)
  await db.insert(tokens).values({
    id: token,
    blockchain: 'redbelly:testnet',
    contract: `0x${'7'.repeat(40)}`,
    symbol: 'RBNT',
    name: 'RBNT',
    decimals: 18,
    createdAt,
  })
  await db.insert(transactions).values({
    id: tx,
    blockchain: 'redbelly:testnet',
    tokenId: token,
    amount: '1',
    direction: 'outcome',
    status: 'pending-approval',
    description: '',
    createdAt,
  })
  await db
    .insert(accounts)
    .values({ id: account, walletId: wallet, network: 'testnet', address: 'a', addressKey: 'a', createdAt })
  await db
    .insert(accountTxs)
    .values({ transactionId: tx, walletId: wallet, accountId: account, direction: 'outcome', createdAt })
  await db
    .insert(proposals)
    .values({ transactionId: tx, policyVersion: 1, required: 1, recipientKnown: false, createdAt })
  await db.insert(approvals).values({
    id: randomUUID(),
    transactionId: tx,
    approverId: invite,
    status: 'pending',
    counts: true,
    createdAt,
  })
  await db.insert(dappSessions).values({
    id: session,
    walletId: wallet,
    pairingTopic: 'p',
    status: 'pending-approval',
    createdAt,
    expiresAt,
  })
  await db.insert(dappRequests).values({
    id: request,
    sessionId: session,
    walletId: wallet,
    topic: 't',
    rpcId: 1,
    blockchain: 'redbelly:testnet',
    method: 'personal_sign',
    params: [],
    status: 'pending',
    createdAt,
    expiresAt,
  })
  return { wallet, invite, tx, session, request, user: owner.id, contact, signIn }
}

beforeAll(async () => {
  server = await startServer()
  records = await makeRecords(await server.signIn('owner@example.com'))
  stranger = await server.signIn('stranger@example.com')
})
afterAll(() => server.stop())

describe('a record of somebody else', () => {
  const own = ['GET users/{id}', 'GET tokens/{id}/info']
  const targets = endpoints.filter((e) => e.path.includes('{') && !own.includes(title(e)))

  it.each(targets.map((e) => [title(e), e] as const))('%s answers 404', async (_, endpoint) => {
    const answer = await ask(stranger, endpoint)
    expect(answer.body).toMatchObject({ name: 'NotFoundError' })
    expect(answer.status).toBe(404)
  })

  it.each(
    endpoints.filter((e) => e.method === 'GET' && NAMED.includes(e.path)).map((e) => [title(e), e] as const),
  )('%s answers 404 for its wallet', async (_, endpoint) => {
    expect((await ask(stranger, endpoint, `?walletId=${records.wallet}`)).status).toBe(404)
  })

  it.each(['POST wallet-connect/sessions/connect', 'POST wallet-connect/sessions/disconnect-all'])(
    '%s answers 404 for its wallet',
    async (name) => {
      const endpoint = endpoints.find((candidate) => title(candidate) === name)
      if (!endpoint) throw new Error(name)
      expect((await ask(stranger, endpoint)).status).toBe(404)
    },
  )

  it('is a user: 403', async () => {
    const answer = await stranger.raw(`${API_PREFIX}/users/${records.user}`)
    expect([answer.status, (answer.body as { name: string }).name]).toEqual([403, 'ForbiddenError'])
  })

  it('is in no list', async () => {
    for (const path of [
      'wallets',
      'invites',
      'approval-flow',
      'wallets/guarded',
      'wallet-connect/sessions',
      'contacts',
      'contacts/changed',
    ]) {
      const { body } = await stranger.raw(`${API_PREFIX}/${path}`)
      expect(body, path).toMatchObject({ items: [], total: 0 })
    }
  })
})
