import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Feature, Wallet } from '#contract/wallet.ts'
import { Onboarding } from '#features/wallets/Onboarding.tsx'
import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import { WholeWallet } from '#features/wallets/WholeWallet.tsx'
import { configAtom } from '#state/config.ts'
import { loadedAtom } from '#state/loaded.ts'
import { modalsAtom, panelAtom } from '#state/modals.ts'
import { approversAtom, assetsAtom, sessionsAtom, transactionsAtom } from '#state/perwallet.ts'
import { startHiddenAtom } from '#state/start.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, userAtom, walletsAtom } from '#state/wallets.ts'
import {
  act,
  button,
  link,
  mount,
  network,
  press,
  soon,
  text,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { approver, asset, session, transaction, wallet } from '#tests/unit/state/fixture.ts'

const KYC: Feature = { type: 'redbelly-kyc', payload: { completed: true } }
const ON: Feature = { type: 'approval-flow', payload: { enabled: true, consensus: 1 } }
const NEXT = 'Then, if you like'
const AT = '2026-11-28T14:20:00.000Z'

const draw = async (...wallets: Wallet[]) => {
  store.set(walletsAtom, wallets)
  store.set(activeWalletIdAtom, wallets[0]?.id ?? null)
  await mount(
    <WalletsScreen
      tabs={{ asset: () => <p>The assets</p> }}
      Onboarding={Onboarding}
      WholeWallet={WholeWallet}
    />,
  )
}
const read = () => store.set(loadedAtom, { 'assets/w1': AT, 'approvers/w1': AT, 'transactions/w1': AT })
const coins = () => store.set(assetsAtom('w1'), [asset('a1', { amount: '1' })])
const sent = (status: 'pending-approval' | 'success') =>
  store.set(transactionsAtom('w1'), [
    transaction('t1', ['w1'], { direction: 'outcome', status, approvalConsensus: 1 }),
  ])
const verified = (...more: Feature[]) => wallet('w1', { features: [KYC, ...more] })
const said = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)

const OWNER = { id: 'u1', email: 'owner@example.com', vaultId: 'v1' }

beforeEach(() => {
  network({})
  store.set(userAtom, OWNER)
  store.set(configAtom, {
    testnetPageUrl: 'https://testnet.example',
    bitcoinNetwork: 'regtest',
    chains: [],
    explorers: {},
    googleEnabled: false,
    sandbox: 'http://localhost:4173/sandbox',
  })
})

afterEach(async () => {
  await unmount()
  store.set(sessionsAtom('w1'), [])
  store.set(assetsAtom('w1'), [])
  store.set(approversAtom('w1'), [])
  store.set(transactionsAtom('w1'), [])
  store.set(loadedAtom, {})
  store.set(startHiddenAtom, false)
  store.set(userAtom, null)
  store.set(modalsAtom, [])
  store.set(panelAtom, null)
  vi.unstubAllGlobals()
})

describe('of the two steps', () => {
  const current = () => document.querySelector('[aria-current=step]')

  test('one is open, and the next press is offered once the TestNet was opened', async () => {
    await draw(wallet('w1'))
    expect(current()?.textContent).toContain('Let’s connect your wallet first')
    expect(document.querySelectorAll('[aria-current=step]')).toHaveLength(1)
    expect(current()?.querySelector('button')).toBeNull()
    // The page itself stays.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    await act(() => link('Open the TestNet').click())
    await act(() => current()?.querySelector('button')?.click())
    expect(store.get(modalsAtom)).toEqual([{ id: 'connect-to', walletId: 'w1' }])
  })

  test('what gets done is said, and the focus stays on the step that folds', async () => {
    await draw(wallet('w1'))
    const step = current()
    await act(() => link('Open the TestNet').focus())
    await act(() => store.set(sessionsAtom('w1'), [session('s1', 'w1', { status: 'connected' })]))
    expect(said()).toContain('Let’s connect your wallet first: Done')
    expect(document.activeElement).toBe(step)
    expect(current()?.textContent).toContain('Complete the identity check (KYC)')
  })
})

describe('after the identity check', () => {
  test('nothing is offered while nobody knows how far its owner is, nor once he has hidden it', async () => {
    await draw(verified())
    expect(text()).not.toContain(NEXT)
    await act(read)
    await soon(() => expect(text()).toContain(NEXT))
    await press('Hide these steps')
    expect(text()).not.toContain(NEXT)
    expect(store.get(startHiddenAtom)).toBe(true)
  })

  test('nothing is offered to whoever hid it on another device, nor before that is known', async () => {
    store.set(userAtom, null)
    await draw(verified())
    await act(read)
    expect(text()).not.toContain(NEXT)
    await act(() => store.set(userAtom, { ...OWNER, startHidden: true }))
    expect(text()).not.toContain(NEXT)
    await act(() => store.set(userAtom, { ...OWNER, startHidden: false }))
    expect(text()).toContain(NEXT)
  })

  test('nor by a wallet that is not verified, beside others', async () => {
    read()
    await draw(wallet('w1'), wallet('w2', { features: [KYC] }))
    expect(text()).toContain('Send and Receive are locked')
    expect(text()).not.toContain(NEXT)
  })

  test('test money comes from the faucet of a sandbox', async () => {
    const calls: unknown[] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      calls.push([path, JSON.parse(String(init.body))])
      return new Response('{"hash":"0x1"}')
    })
    read()
    await draw(verified())
    await soon(() => expect(text()).toContain('Get test money'))
    await press('Get')
    expect(calls).toEqual([
      [
        '/sandbox/faucet',
        expect.objectContaining({ blockchain: 'redbelly:testnet', amount: '100', symbol: 'RBNT' }),
      ],
    ])
  })

  test('real installations begin with guardians', async () => {
    store.set(configAtom, (config) => config && { ...config, sandbox: null })
    read()
    await draw(verified(ON))
    await soon(() => expect(text()).toContain(NEXT))
    expect(text()).not.toContain('Get test money')
    await press('Invite')
    expect(store.get(panelAtom)).toEqual({ id: 'invite-guardian', walletId: 'w1' })
  })

  test('the way ends with the first transfer that a guardian countersigned', async () => {
    read()
    coins()
    store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
    await draw(verified(ON))
    await soon(() => expect(text()).toContain('Make your first protected transfer'))
    const go = [...document.querySelectorAll('button')].find((one) => one.id.endsWith('-go'))
    await act(() => go?.click())
    expect(store.get(panelAtom)).toEqual({ id: 'sends-funds', walletId: 'w1' })
    await act(() => sent('pending-approval'))
    expect(text()).not.toContain('Countersigned')
    await act(() => sent('success'))
    expect(text()).toContain('Countersigned')
    expect(said()).toContain('Make your first protected transfer: Done')
    await draw(verified(ON))
    expect(text()).not.toContain(NEXT)
    expect(button('Send').className).toContain('bg-accent')
  })
})
