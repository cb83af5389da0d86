import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, withApprovalFlow } from '#domain/guardian.ts'
import { setConsensus, switchApproval } from '#features/guardians/approval.ts'
import { removeGuardian } from '#features/guardians/remove.ts'
import { RequestError } from '#net/error.ts'
import { applyList } from '#state/entities.ts'
import { mirror } from '#state/mirror.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'

const WALLET: Wallet = {
  id: '7c0f6a8e-2d3b-4b1a-9d51-0a4f6f1d2c3b',
  name: 'Harbour Fund',
  vaultId: 'v1',
  accounts: [],
  status: 'active',
  features: [],
  user: { id: 'u1', email: 'mara@lindqvist.example' },
}

const shown = () => approvalFlow(store.get(walletsAtom)[0] ?? WALLET)

/** Answers every call, and notes what was asked and what the screen showed by then. */
const network = (status: number, body: unknown) => {
  const calls: { path: string; body: unknown; shown: ReturnType<typeof shown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({
      path: String(path).replace(/^.*\/api\/v1\//, ''),
      body: JSON.parse(String(init.body)),
      shown: shown(),
    })
    return new Response(JSON.stringify(body), { status })
  })
  return calls
}

const refused = { name: 'ConflictError', message: 'Not now' }

beforeEach(() => store.set(walletsAtom, [WALLET]))
afterEach(() => vi.unstubAllGlobals())

describe('guardian approval', () => {
  test('flips before it asks, and keeps what the server answers', async () => {
    const calls = network(200, withApprovalFlow(WALLET, { enabled: true, consensus: 1 }))
    await switchApproval(WALLET, true)
    expect(calls).toEqual([
      {
        path: `wallets/${WALLET.id}/enable-approval-flow`,
        body: {},
        shown: { enabled: true, consensus: 1 },
      },
    ])
    expect(shown().enabled).toBe(true)
  })

  test('stays flipped when a list comes in that was asked for before', async () => {
    const asked = mirror.arrivals.now()
    network(200, withApprovalFlow(WALLET, { enabled: true, consensus: 1 }))
    const done = switchApproval(WALLET, true)
    applyList.wallets(mirror, { items: [WALLET], total: 1 }, asked)
    expect(shown().enabled).toBe(true)
    await done
  })

  test('flips back when the server refuses', async () => {
    const wallet = withApprovalFlow(WALLET, { enabled: true, consensus: 2 })
    store.set(walletsAtom, [wallet])
    const calls = network(409, refused)
    await expect(switchApproval(wallet, false)).rejects.toBeInstanceOf(RequestError)
    expect(calls[0]?.path).toBe(`wallets/${WALLET.id}/disable-approval-flow`)
    expect(calls[0]?.shown.enabled).toBe(false)
    expect(shown()).toEqual({ enabled: true, consensus: 2 })
  })

  test('counts up at once, and back when the server refuses', async () => {
    const wallet = withApprovalFlow(WALLET, { enabled: true, consensus: 1 })
    store.set(walletsAtom, [wallet])
    const calls = network(409, refused)
    await expect(setConsensus(wallet, 2)).rejects.toThrow('Not now')
    expect(calls[0]).toEqual({
      path: `wallets/${WALLET.id}/setup-approval-flow`,
      body: { consensus: 2 },
      shown: { enabled: true, consensus: 2 },
    })
    expect(shown().consensus).toBe(1)
  })
})

test.each([
  ['', 'a1'],
  ['w1', ''],
])('nobody is removed without a wallet and a guardian (%o, %o)', async (walletId, approverId) => {
  const calls = network(200, {})
  await removeGuardian(walletId, approverId)
  expect(calls).toEqual([])
})
