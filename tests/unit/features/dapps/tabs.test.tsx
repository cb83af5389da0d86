import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRequestDot } from '#domain/dapp.ts'
import { DappsTab } from '#features/dapps/DappsTab.tsx'
import { RequestsTab } from '#features/dapps/RequestsTab.tsx'
import { loadedAtom } from '#state/loaded.ts'
import { modalsAtom } from '#state/modals.ts'
import { requestsAtom } from '#state/perwallet.ts'
import { seenRequestsAtom } from '#state/review.ts'
import { store } from '#state/store.ts'
import { act, network, press, soon, text } from '#tests/unit/features/auth/page.tsx'
import { wallet, wcRequest } from '#tests/unit/state/fixture.ts'
import { clear, draw, fill, PROPOSAL, SESSION, signRequest } from './dialogs.tsx'

vi.mock('#ui/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() } }))
const { toast } = await import('#ui/toast.ts')

const WALLET = wallet('w1', { name: 'Harbour Fund' })

beforeEach(() => {
  network({})
  store.set(loadedAtom, {
    'sessions/w1': '2026-01-02T03:04:05.000Z',
    'requests/w1': '2026-01-02T03:04:05.000Z',
  })
})
afterEach(async () => {
  await clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const heads = () => [...document.querySelectorAll('th')].map((head) => head.textContent)
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)

describe('the DApps', () => {
  test('that are connected, proposed or disconnected are listed, newest first', async () => {
    fill({
      sessions: [
        { ...SESSION, createdAt: '2026-01-01T00:00:00.000Z' },
        { ...PROPOSAL, createdAt: '2026-01-02T00:00:00.000Z' },
        { ...SESSION, id: 's3', status: 'disconnected', createdAt: '2025-01-01T00:00:00.000Z' },
        { ...SESSION, id: 's4', status: 'rejected' },
        { ...SESSION, id: 's5', shouldShow: false },
      ],
    })
    await draw(<DappsTab wallet={WALLET} />)
    expect(heads()).toEqual(['Dapp', 'Action', 'Status'])
    const named = 'Tidewater ExchangeSwap and bridge tokens'
    expect(rows()).toEqual([
      `${named}ConnectPending approval`,
      `${named}DisconnectConnected`,
      `${named}Disconnected`,
    ])
    expect([...document.querySelectorAll('tbody img')].map((icon) => icon.getAttribute('src'))).toEqual(
      ['s2', 's1', 's3'].map((id) => `/api/v1/wallet-connect/sessions/${id}/icon`),
    )
    const badges = [...document.querySelectorAll('tbody td:last-child > span')]
    expect(badges.map(({ className }) => /\btext-(ok|warn|bad)\b/.exec(className)?.[1])).toEqual([
      'warn',
      'ok',
      'bad',
    ])
    await press('Disconnect Tidewater Exchange')
    await press('Connect Tidewater Exchange')
    expect(store.get(modalsAtom)).toEqual([
      { id: 'disconnect-session', walletId: 'w1', sessionId: 's1' },
      { id: 'approve-reject-session', walletId: 'w1', sessionId: 's2' },
    ])
  })

  test('may be none', async () => {
    fill({ sessions: [] })
    await draw(<DappsTab wallet={WALLET} />)
    expect(text()).toBe('No DAppsHarbour Fund is not connected to any DApps or services.')
  })
})

describe('the requests', () => {
  test('can be reviewed while they are pending', async () => {
    fill({
      requests: [
        signRequest([], { createdAt: '2026-01-03T00:00:00.000Z' }),
        wcRequest('r2', 'w1', { method: 'eth_sendTransaction' }),
        wcRequest('r3', 'w1', { method: 'wallet_revoke', createdAt: '2025-01-01T00:00:00.000Z' }),
        wcRequest('r4', 'w1', { status: 'executed', createdAt: '2024-01-01T00:00:00.000Z' }),
      ],
    })
    await draw(<RequestsTab wallet={WALLET} />)
    expect(heads()).toEqual(['Method', 'Action', 'Status'])
    expect(
      rows().map((row) => row?.replace(/^(\w+?)Tidewater.*GMT\S*?(?=Review|[A-Z][a-z]+$)/, '$1 ')),
    ).toEqual([
      'personal_sign Review personal_signPending',
      'eth_sendTransaction Review eth_sendTransactionPending',
      'wallet_revoke Review wallet_revokeRejectPending',
      'personal_sign Executed',
    ])
    const review = [...document.querySelectorAll('a')]
    expect(review.map((link) => link.getAttribute('href'))[0]).toBe('/wallets?tab=requests&wallet=w1&item=r1')
    const here = location.href
    for (const link of review) await act(() => link.click())
    expect(location.href).toBe(here)
    expect(store.get(modalsAtom)).toEqual([
      { id: 'request-personal-sign', walletId: 'w1', requestId: 'r1' },
      { id: 'request-eth-send-transaction', walletId: 'w1', requestId: 'r2' },
    ])
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('This operation is not available!')
  })

  test('that are not available can be rejected there, and raise no dot once that was said', async () => {
    const item = wcRequest('r5', 'w1', { method: 'wallet_revoke' })
    const key = 'POST wallet-connect/requests/r5/cancel'
    const calls = network({ [key]: { body: { ...item, status: 'rejected' } } })
    fill({ requests: [item] })
    await draw(<RequestsTab wallet={WALLET} />)
    const dot = () => hasRequestDot(store.get(requestsAtom('w1')), store.get(seenRequestsAtom))
    expect(dot()).toBe(true)
    await act(() => document.querySelector('a')?.click())
    expect(dot()).toBe(false)
    await press('Reject wallet_revoke')
    await soon(() => expect(rows()[0]).toMatch(/Rejected$/))
    expect(calls.map((call) => call.key)).toEqual([key])
  })

  test('may be none', async () => {
    fill({ requests: [] })
    await draw(<RequestsTab wallet={WALLET} />)
    expect(text()).toBe('No RequestsYou dont have any requests.')
  })
})
