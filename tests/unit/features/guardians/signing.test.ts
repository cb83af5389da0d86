import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Invite } from '#contract/guardian.ts'
import { approve } from '#features/hub/approval.ts'
import { acceptInvite } from '#features/hub/invite.ts'
import { RequestError } from '#net/error.ts'
import { store } from '#state/store.ts'
import { approvalsAtom, invitesAtom } from '#state/wallets.ts'
import { wallet } from '#tests/unit/state/fixture.ts'
import { issuedApproval, issuedInvite } from './issued.ts'

vi.mock('#ui/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() } }))
const { toast } = await import('#ui/toast.ts')

const FIRST = `0x${'1'.repeat(40)}`
const SECOND = `0x${'2'.repeat(40)}`
const account = (address: string) => [{ id: address, network: 'evm' as const, address }]
const WALLETS = [wallet('w1', { accounts: account(FIRST) }), wallet('w2', { accounts: account(SECOND) })]
const EMAIL = 'ada@example.com'
const INVITE: Invite = {
  id: 'i1',
  status: 'confirmed',
  userEmail: 'mara@lindqvist.example',
  walletAddress: SECOND,
}
const APPROVAL: ApprovalRequest = {
  id: 'a1',
  txId: 't1',
  amount: '1500000000000000000',
  status: 'pending',
  sender: FIRST,
  recipient: SECOND,
  initiator: 'mara@lindqvist.example',
  approverWalletAddress: SECOND,
  assetSymbol: 'rbnt',
  assetDecimals: 18,
  walletName: 'Harbour Fund',
  blockchain: 'redbelly:testnet',
  feeCeiling: '100000000000000000',
  kind: 'send',
  expiresAt: '2030-01-01T00:00:00.000Z',
  required: 1,
  approved: 0,
  policyVersion: 1,
  recipientKnown: false,
}

const ISSUED = issuedApproval(APPROVAL)
const ISSUED_INVITE = issuedInvite(INVITE, { email: EMAIL, address: SECOND })

/** Answers by the end of the path; what it has no answer for is refused. */
const network = (answers: Record<string, unknown>) => {
  const calls: [string, unknown][] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const { pathname, search } = new URL(input, 'http://localhost')
    const path = pathname.slice('/api/v1/'.length)
    if (path === 'wallets/guarded') return new Response(JSON.stringify({ items: [], total: 0 }))
    calls.push([path + search, init.body ? JSON.parse(String(init.body)) : undefined])
    const body = answers[path.split('/').at(-1) ?? '']
    return body
      ? new Response(JSON.stringify(body))
      : new Response(JSON.stringify({ name: 'ConflictError', message: 'No' }), { status: 409 })
  })
  return calls
}

beforeEach(() => {
  vi.mocked(toast.error).mockClear()
  store.set(approvalsAtom, [APPROVAL])
  store.set(invitesAtom, [])
})
afterEach(() => vi.unstubAllGlobals())

test('an approval is read, signed by the wallet that guards, and handed in', async () => {
  const calls = network({
    'get-approve-signature-message': ISSUED,
    'sign-approval': { signature: '0xsig' },
    approve: { ...APPROVAL, status: 'approved', approved: 1 },
  })
  await approve(APPROVAL, WALLETS)
  expect(calls).toEqual([
    ['approval-flow/t1/get-approve-signature-message', undefined],
    ['approval-flow/t1/sign-approval', { ...ISSUED, walletId: 'w2' }],
    ['approval-flow/t1/approve', { nonce: 'n-1', signature: '0xsig', timestamp: 17 }],
  ])
  expect(store.get(approvalsAtom)[0]?.status).toBe('approved')
})

test('an approval whose signing fails stays pending', async () => {
  const calls = network({ 'get-approve-signature-message': ISSUED })
  await expect(approve(APPROVAL, WALLETS)).rejects.toBeInstanceOf(RequestError)
  expect(calls).toHaveLength(2)
  expect(store.get(approvalsAtom)[0]?.status).toBe('pending')
})

test.each<[Partial<ApprovalRequest>, string]>([
  [{ recipient: FIRST }, 'says something else than this page: To'],
  [{ amount: '9500000000000000000' }, 'says something else than this page: Amount'],
  [{ feeCeiling: '9000000000000000000' }, 'says something else than this page: Fee up to'],
])('a text that is not what the card shows is not signed: %j', async (change, said) => {
  const text = issuedApproval({ ...APPROVAL, ...change })
  const calls = network({ 'get-approve-signature-message': text, 'sign-approval': { signature: '0xsig' } })
  await expect(approve(APPROVAL, WALLETS)).rejects.toThrow(said)
  expect(calls).toHaveLength(1)
})

test('an acceptance of another wallet’s invitation is not signed', async () => {
  const text = issuedInvite({ ...INVITE, walletAddress: FIRST }, { email: EMAIL, address: SECOND })
  const calls = network({ 'get-confirmation-signature-message': text })
  const mine = { wallets: WALLETS, currentId: 'w2', email: EMAIL }
  await expect(acceptInvite(INVITE, mine)).rejects.toThrow('says something else than this page: Wallet')
  expect(calls).toHaveLength(1)
})

test('no other wallet signs an approval', async () => {
  const calls = network({})
  await expect(approve(APPROVAL, WALLETS.slice(0, 1))).rejects.toThrow(SECOND)
  expect(calls).toEqual([])
})

test('an invite is read, signed by the current wallet, and confirmed', async () => {
  const calls = network({
    'get-confirmation-signature-message': ISSUED_INVITE,
    'sign-invite-confirmation': { signature: '0xsig' },
    confirm: INVITE,
  })
  await acceptInvite(INVITE, { wallets: WALLETS, currentId: 'w2', email: EMAIL })
  expect(calls).toEqual([
    ['invites/i1/get-confirmation-signature-message?walletId=w2', undefined],
    ['invites/i1/sign-invite-confirmation', { ...ISSUED_INVITE, walletId: 'w2' }],
    ['invites/i1/confirm', { nonce: 'n-1', signature: '0xsig', timestamp: 17, walletId: 'w2' }],
  ])
})

test('a current wallet that is not active leaves the signing to the first active one', async () => {
  const calls = network({})
  const waiting = wallet('w2', { status: 'processing' })
  await expect(
    acceptInvite(INVITE, { wallets: [waiting, ...WALLETS.slice(0, 1)], currentId: 'w2', email: EMAIL }),
  ).rejects.toThrow('No')
  expect(calls).toEqual([['invites/i1/get-confirmation-signature-message?walletId=w1', undefined]])
})

test('an invite needs an active wallet', async () => {
  const calls = network({})
  await acceptInvite(INVITE, {
    wallets: [wallet('w1', { status: 'processing' })],
    currentId: 'w1',
    email: EMAIL,
  })
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalledWith('Create a wallet first'))
  expect(calls).toEqual([])
})
