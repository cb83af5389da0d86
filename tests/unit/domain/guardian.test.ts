import { describe, expect, it } from 'vitest'
import { DECISIONS, INVITE_STATUSES } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import {
  approvalFlow,
  clampConsensus,
  confirmedCount,
  consensusStepper,
  guardianCounts,
  isGuardianLimitReached,
  listedApprovers,
  requiredApprovals,
  stepperText,
  withApprovalFlow,
} from '#domain/guardian.ts'
import { hasHubDot, pendingItems } from '#domain/pending.ts'
import { effectiveRole, hasPermission } from '#domain/role.ts'
import { approvalSigner, inviteSigner } from '#domain/signer.ts'

type Status = (typeof INVITE_STATUSES)[number]
const approvers = (counts: Partial<Record<Status, number>>) =>
  INVITE_STATUSES.flatMap((status) => Array.from({ length: counts[status] ?? 0 }, () => ({ status })))

describe('guardians of a wallet', () => {
  it.each([
    [{}, '0 Active, 0 Pending'],
    [{ confirmed: 2, pending: 1 }, '2 Active, 1 Pending'],
    [{ confirmed: 1, rejected: 3, retired: 2 }, '1 Active, 0 Pending'],
  ])('%j are counted as %s', (counts, text) => {
    expect(guardianCounts(approvers(counts))).toBe(text)
  })

  it('that rejected or were retired are not listed', () => {
    const listed = listedApprovers(approvers({ pending: 1, confirmed: 2, rejected: 1, retired: 1 }))
    expect(listed.map(({ status }) => status)).toEqual(['pending', 'confirmed', 'confirmed'])
  })

  it.each([
    [{ confirmed: 3 }, true],
    [{ confirmed: 2, pending: 2 }, false],
    [{ confirmed: 2, retired: 4 }, false],
    [{}, false],
  ])('%j reach the limit: %s', (counts, reached) => {
    expect(isGuardianLimitReached(approvers(counts))).toBe(reached)
  })
})

describe('required approvals', () => {
  it.each([
    [0, undefined],
    [1, undefined],
    [2, { count: 1, max: 2 }],
    [3, { count: 1, max: 3 }],
  ])('with %s confirmed guardians have the stepper %j', (confirmed, stepper) => {
    expect(consensusStepper(1, confirmed)).toEqual(stepper)
  })

  it('do not count pending guardians', () => {
    expect(consensusStepper(1, confirmedCount(approvers({ confirmed: 1, pending: 2 })))).toBeUndefined()
  })

  it.each([
    [2, 3, '2 out of 3'],
    [3, 3, '3 out of 3'],
    [5, 2, '2 out of 2'],
    [0, 2, '1 out of 2'],
  ])('of %s with %s confirmed read %s', (consensus, confirmed, text) => {
    const stepper = consensusStepper(consensus, confirmed)
    expect(stepper && stepperText(stepper)).toBe(text)
  })

  it.each([
    [3, 2, 2],
    [2, 3, 2],
    [3, 0, 1],
    [0, 3, 1],
    [-4, 3, 1],
  ])('of %s with %s confirmed guardians are held at %s', (consensus, confirmed, held) => {
    expect(clampConsensus(consensus, confirmed)).toBe(held)
  })

  it.each([
    [{ enabled: true, consensus: 2 }, 3, 2],
    [{ enabled: true, consensus: 3 }, 2, 2],
    [{ enabled: true, consensus: 1 }, 0, 0],
    [{ enabled: false, consensus: 2 }, 3, 0],
  ])('of %j with %s confirmed guardians are %s for a new transaction', (flow, confirmed, required) => {
    expect(requiredApprovals(flow, confirmed)).toBe(required)
  })
})

describe('guardian approval of a wallet', () => {
  const kyc: Wallet['features'][number] = { type: 'redbelly-kyc', payload: { completed: true } }

  it('is off with one approval until it is set', () => {
    expect(approvalFlow({ features: [kyc] })).toEqual({ enabled: false, consensus: 1 })
  })

  it('flips without touching the wallet that it was read from', () => {
    const before: { id: string; features: Wallet['features'] } = {
      id: 'w',
      features: [kyc, { type: 'approval-flow', payload: { enabled: false, consensus: 2 } }],
    }
    const after = withApprovalFlow(before, { enabled: true })
    expect(approvalFlow(after)).toEqual({ enabled: true, consensus: 2 })
    expect(after.features).toContain(kyc)
    expect(after.features).toHaveLength(2)
    expect(approvalFlow(before).enabled).toBe(false)
  })

  it('starts with one approval when it is switched on for the first time', () => {
    expect(approvalFlow(withApprovalFlow({ features: [] }, { enabled: true }))).toEqual({
      enabled: true,
      consensus: 1,
    })
  })
})

describe('what is pending', () => {
  it('is neither decided nor settled', () => {
    expect(pendingItems(INVITE_STATUSES.map((status) => ({ status })))).toEqual([{ status: 'pending' }])
    expect(pendingItems(DECISIONS.map((status) => ({ status })))).toEqual([{ status: 'pending' }])
  })

  it('puts a dot on the hub, and nothing else does', () => {
    const pending = [{ status: 'pending' }]
    const invites = INVITE_STATUSES.filter((status) => status !== 'pending').map((status) => ({ status }))
    const approvals = DECISIONS.filter((status) => status !== 'pending').map((status) => ({ status }))
    expect(hasHubDot(pending, [])).toBe(true)
    expect(hasHubDot([], pending)).toBe(true)
    expect(hasHubDot(invites, approvals)).toBe(false)
    expect(hasHubDot([], [])).toBe(false)
  })
})

describe('the wallet that signs', () => {
  const wallet = (id: string, address: string, status: Wallet['status'] = 'active') => ({
    id,
    status,
    accounts: [
      { id: `${id}-evm`, network: 'evm' as const, address },
      { id: `${id}-btc`, network: 'regtest' as const, address: 'bcrt1q' },
    ],
  })
  const waiting = wallet('w', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'processing')
  const first = wallet('a', '0x52908400098527886E0F7030069857D2E4169EE7')
  const second = wallet('b', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb')
  const wallets = [waiting, first, second]

  it('an approval is the one that was confirmed as guardian, in any letter case', () => {
    const approverWalletAddress = '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb'
    expect(approvalSigner({ approverWalletAddress }, wallets)).toBe(second)
    expect(approvalSigner({ approverWalletAddress: `0x${'0'.repeat(40)}` }, wallets)).toBeUndefined()
    expect(approvalSigner({ approverWalletAddress: 'bcrt1q' }, wallets)).toBeUndefined()
  })

  it('an invite is the current one if active, else the first active one', () => {
    expect(inviteSigner(wallets, 'b')).toBe(second)
    expect(inviteSigner(wallets, 'w')).toBe(first)
    expect(inviteSigner(wallets, null)).toBe(first)
    expect(inviteSigner([waiting], 'w')).toBeUndefined()
  })
})

describe('role of a user', () => {
  const role = (name: string, ...permissions: string[]) => ({ id: name, name, permissions })

  it('is the first of the list', () => {
    const user = { roles: [role('Admin', 'users:read'), role('User')] }
    expect(effectiveRole(user).name).toBe('Admin')
    expect(hasPermission(user, 'users:read')).toBe(true)
    expect(hasPermission({ roles: [role('User'), role('Admin', 'users:read')] }, 'users:read')).toBe(false)
  })

  it.each([[{ roles: [] }], [{ roles: null }], [{}], [undefined], [null]])(
    'of %j is Guest, without permissions',
    (user) => {
      expect(effectiveRole(user)).toEqual({ name: 'Guest', permissions: [] })
      expect(hasPermission(user, 'users:read')).toBe(false)
      expect(hasPermission(user, '')).toBe(false)
    },
  )
})
