import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '#contract/wallet.ts'
import { Onboarding } from '#features/wallets/Onboarding.tsx'
import { WalletsScreen } from '#features/wallets/WalletsScreen.tsx'
import { WholeWallet } from '#features/wallets/WholeWallet.tsx'
import { createPushReducer } from '#state/apply.ts'
import { installPromptAtom, notificationsAtom } from '#state/browser.ts'
import { configAtom } from '#state/config.ts'
import { loadedAtom } from '#state/loaded.ts'
import { mirror } from '#state/mirror.ts'
import { modalsAtom } from '#state/modals.ts'
import { offerClosedAtom } from '#state/offer.ts'
import { approversAtom, requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, approvalsAtom, walletsAtom } from '#state/wallets.ts'
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
import { approval, approver, push, session, wallet, wcRequest } from '#tests/unit/state/fixture.ts'

const VERIFIED: Wallet['features'] = [{ type: 'redbelly-kyc', payload: { completed: true } }]
const PROPOSAL = session('s1', 'w1', { status: 'pending-approval', shouldShow: true })

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

beforeEach(() => {
  network({})
  store.set(configAtom, {
    testnetPageUrl: 'https://testnet.example',
    bitcoinNetwork: 'regtest',
    chains: [],
    explorers: {},
    googleEnabled: false,
  })
})

afterEach(async () => {
  await unmount()
  store.set(modalsAtom, [])
  store.set(sessionsAtom('w1'), [])
  store.set(requestsAtom('w1'), [])
  store.set(approversAtom('w1'), [])
  store.set(loadedAtom, {})
  store.set(offerClosedAtom, null)
  store.set(approvalsAtom, [])
  store.set(notificationsAtom, 'denied')
  store.set(installPromptAtom, null)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the only wallet, not verified yet,', () => {
  test('shows the two steps', async () => {
    await draw(wallet('w1'))
    for (const words of [
      '$ 0',
      'Step 01',
      'Let’s connect your wallet first',
      'Open the test network page and press Connect Wallet',
      'Copy the link and return here',
      'Press Connect to..., paste the link and approve the connection request',
      'Step 02',
      'Enable your wallet in the TestNet',
      'Complete the identity check (KYC) on the test network page.',
      "You don't need this to approve for others.",
    ]) {
      expect(text()).toContain(words)
    }
    expect(button('Connect to...').disabled).toBe(false)
    await press('Connect to...')
    expect(store.get(modalsAtom)).toEqual([{ id: 'connect-to', walletId: 'w1' }])
    const testnet = link('Open the TestNet')
    expect([testnet.getAttribute('href'), testnet.target, testnet.rel]).toEqual([
      'https://testnet.example',
      '_blank',
      'noopener noreferrer',
    ])
    expect(text()).not.toContain('The assets')
  })

  test('can be connected once it is active', async () => {
    await draw(wallet('w1', { status: 'pending-approval' }))
    expect(text()).toContain('Step 01')
    expect(button('Connect to...').disabled).toBe(true)
  })

  const done = () => document.querySelector('[aria-label="Done"]')

  test('ticks off the first step when a session is connected, and ends when it is verified', async () => {
    const apply = createPushReducer(mirror)
    await draw(wallet('w1'))
    expect(done()).toBeNull()
    await act(() => apply([push('wc-session:started', { ...PROPOSAL, status: 'connected' })]))
    expect(done()).not.toBeNull()
    await act(() => apply([push('wallet:updated', wallet('w1', { features: VERIFIED }))]))
    await soon(() => expect(text()).toContain('The assets'))
    expect(text()).not.toContain('Step 01')
    expect(button('Send').disabled).toBe(false)
  })

  test('lists what waits for an answer', async () => {
    await draw(wallet('w1'))
    expect(text()).not.toContain('Waiting for you')
    await act(() => {
      store.set(sessionsAtom('w1'), [PROPOSAL])
      store.set(requestsAtom('w1'), [
        wcRequest('r1', 'w1'),
        wcRequest('r2', 'w1', { status: 'executed', method: 'eth_sendTransaction' }),
      ])
    })
    expect(text()).toContain('Waiting for you')
    await press('Connect Swap')
    await press('Review personal_sign')
    expect(store.get(modalsAtom)).toEqual([
      { id: 'approve-reject-session', walletId: 'w1', sessionId: 's1' },
      { id: 'request-personal-sign', walletId: 'w1', requestId: 'r1' },
    ])
    expect(text()).not.toContain('eth_sendTransaction')
  })

  const TITLE = 'Enable desktop notifications'

  test('offers notifications, and asks for them only when pressed', async () => {
    const ask = vi.fn(async () => 'granted' as const)
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: ask })
    store.set(notificationsAtom, 'default')
    await draw(wallet('w1'))
    expect(text()).toContain(TITLE)
    expect(ask).not.toHaveBeenCalled()
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: ask })
    await press('Enable')
    expect(ask).toHaveBeenCalledTimes(1)
    await soon(() => expect(text()).not.toContain(TITLE))
  })

  test('on an iPhone is told to add the page to the home screen first', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5)')
    store.set(notificationsAtom, 'unsupported')
    await draw(wallet('w1'))
    const offer = document.querySelector('[aria-label="Add to Home Screen first"]')
    expect(offer?.querySelectorAll('li')).toHaveLength(3)
    expect(text()).not.toContain(TITLE)
  })

  test.each(['granted', 'denied', 'unsupported'] as const)('offers none that are %s', async (state) => {
    store.set(notificationsAtom, state)
    await draw(wallet('w1'))
    expect(text()).toContain('Step 01')
    expect(text()).not.toContain(TITLE)
  })

  test('does not offer them again after they were closed', async () => {
    store.set(notificationsAtom, 'default')
    await draw(wallet('w1'))
    await press('Close')
    expect(text()).not.toContain(TITLE)
    expect(store.get(offerClosedAtom)).toMatch(/^\d{4}-/)
  })
})

describe('once a DApp is connected', () => {
  const CONNECTED = { ...PROPOSAL, status: 'connected' as const }
  const verified = () => wallet('w1', { features: VERIFIED })
  const NOTIFICATIONS = 'Enable desktop notifications'
  const INSTALL = 'Install Countersign'
  const offerInstall = () => {
    const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }))
    store.set(installPromptAtom, Object.assign(new Event('beforeinstallprompt'), { prompt }))
    return prompt
  }

  test('the whole wallet offers notifications, too', async () => {
    store.set(notificationsAtom, 'default')
    await draw(verified())
    expect(text()).not.toContain(NOTIFICATIONS)
    await act(() => store.set(sessionsAtom('w1'), [CONNECTED]))
    await soon(() => expect(text()).toContain(NOTIFICATIONS))
  })

  test.each(['granted', 'denied', 'unsupported'] as const)('it does not when they are %s', async (state) => {
    store.set(notificationsAtom, state)
    store.set(sessionsAtom('w1'), [CONNECTED])
    await draw(verified())
    expect(text()).toContain('The assets')
    expect(text()).not.toContain(NOTIFICATIONS)
  })

  test('the app is offered where it can be installed, after the notifications', async () => {
    const prompt = offerInstall()
    store.set(notificationsAtom, 'default')
    await draw(verified())
    expect(text()).not.toContain(INSTALL)
    await act(() => store.set(sessionsAtom('w1'), [CONNECTED]))
    expect(text()).not.toContain(INSTALL)
    await act(() => store.set(notificationsAtom, 'granted'))
    await soon(() => expect(text()).toContain(INSTALL))
    await press('Install')
    expect(prompt).toHaveBeenCalledOnce()
    expect(text()).not.toContain(INSTALL)
  })

  test('an offer of the app that was closed does not come back', async () => {
    offerInstall()
    store.set(sessionsAtom('w1'), [CONNECTED])
    await draw(verified())
    await soon(() => expect(text()).toContain(INSTALL))
    await press('Close')
    expect(text()).not.toContain(INSTALL)
    expect(store.get(offerClosedAtom)).toMatch(/^\d{4}-/)
  })
})

describe('a wallet that is not in use', () => {
  const verified = (status: Wallet['status']) => wallet('w1', { features: VERIFIED, status })

  test.each([
    ['pending-confirmation', 'Pending Confirmation', 'Go to the Confirmation section to confirm the wallet.'],
    [
      'pending-approval',
      'Pending Approval',
      'Approve the wallet in the Approvals section. Approval from all parties is required.',
    ],
  ] as const)(
    '%s says what happens next, and leads to the hub only while something waits there',
    async (status, title, words) => {
      await draw(verified(status))
      await soon(() => expect(text()).toContain(title))
      for (const part of [title, words, 'There is nothing for you to do here']) expect(text()).toContain(part)
      expect(document.querySelector('a')).toBeNull()
      await act(() => store.set(approvalsAtom, [approval('a1')]))
      expect(link('Open Transaction Approvals').getAttribute('href')).toBe('/guardian-hub?filter=approvals')
    },
  )

  test.each([
    ['processing-amend', 'are off while this wallet is being changed'],
    ['pending-amend-approval', 'are off while this wallet is being changed'],
    ['pending-removal-confirmation', 'are off because this wallet is being removed'],
    ['unknown', 'does not know the state of this wallet'],
  ] as const)('%s says why its actions are off', async (status, words) => {
    await draw(verified(status))
    for (const name of ['Send', 'Receive', 'Connect to...']) {
      expect(button(name).disabled).toBe(true)
      const id = button(name).getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(id)?.textContent).toContain(words)
    }
  })
})

const TAPROOT = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'

describe('a second wallet, not verified yet,', () => {
  test('says why it cannot send, and shows the steps when asked', async () => {
    await draw(wallet('w1'), wallet('w2', { features: VERIFIED }))
    const why = 'Send and Receive are locked until identity verification is complete.'
    expect(text()).toContain(why)
    for (const name of ['Send', 'Receive']) {
      expect(button(name).disabled).toBe(true)
      const id = button(name).getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(id)?.textContent).toBe(why)
    }
    expect(button('Connect to...').disabled).toBe(false)
    expect(text()).not.toContain('Step 01')
    await press('Show steps')
    await soon(() => expect(text()).toContain('Step 02'))
  })

  test('has a chip and a code for each of its addresses', async () => {
    const bitcoin = { id: 'w1-btc', network: 'regtest', address: TAPROOT } as const
    await draw(wallet('w1', { accounts: [...wallet('w1').accounts, bitcoin] }), wallet('w2'))
    const chips = [...document.querySelectorAll('[aria-label=Addresses] li')].map((chip) => chip.textContent)
    expect(chips).toEqual(['EVM 0x1111...1111', 'Bitcoin bcrt1p...gma6'])
    const dialog = () => document.querySelector('[role=dialog]')?.textContent
    await press('QR code of EVM 0x1111...1111')
    await soon(() => expect(dialog()).toContain('EVM address'))
    await press('Close')
    await soon(() => expect(dialog()).toBeUndefined())
    await press('QR code of Bitcoin bcrt1p...gma6')
    await soon(() => expect(dialog()).toContain('Bitcoin Regtest address'))
    expect(dialog()).toContain(TAPROOT)
  })
})

describe('the protection line', () => {
  const kyc = VERIFIED[0] as Wallet['features'][number]
  const guarded = (...more: Wallet['features']) =>
    wallet('w1', {
      features: [
        kyc,
        { type: 'approval-flow', payload: { enabled: true, consensus: 1, confirmed: 0 } },
        ...more,
      ],
    })
  const line = () => document.getElementById('wallet-protection')

  test('is live, leads to the Guardians tab, and needs no call', async () => {
    const calls = network({})
    await draw(guarded(), wallet('w2'))
    await soon(() => expect(line()?.textContent).toBe('Not protected yet · Add a Guardian'))
    expect(line()?.closest('[role=status]')).not.toBeNull()
    await act(() => store.set(approversAtom('w1'), [approver('g1', 'w1')]))
    await act(() => store.set(loadedAtom, { 'approvers/w1': '2026-01-02T03:04:05Z' }))
    expect(line()?.textContent).toBe('Not protected yet · 1 invited')
    const payload = { enabled: true, consensus: 1, confirmed: 1 }
    const apply = createPushReducer(mirror)
    await act(() =>
      apply([push('wallet:updated', wallet('w1', { features: [kyc, { type: 'approval-flow', payload }] }))]),
    )
    expect(line()?.textContent).toBe('Protected · 1 of 1 Guardians must approve')
    await act(() => line()?.closest('a')?.click())
    expect(location.search).toBe('?tab=guardians')
    expect(calls).toEqual([])
  })

  test('says why a frozen wallet sends nothing; it can receive', async () => {
    await draw(
      guarded({ type: 'freeze', payload: { by: 'tomas@ardent.example', at: '2026-01-02T03:04:05Z' } }),
    )
    await soon(() => expect(line()?.textContent).toBe('Frozen by a Guardian'))
    expect(button('Send').disabled).toBe(true)
    expect(button('Send').getAttribute('aria-describedby')).toBe('wallet-protection')
    expect(button('Receive').disabled).toBe(false)
  })

  test('is plain text while there are no tabs', async () => {
    await draw(wallet('w1'))
    await soon(() => expect(line()?.textContent).toBe('Unprotected · Add a Guardian'))
    expect(line()?.closest('a')).toBeNull()
  })

  test('changes by itself when weaker rules begin', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const startsAt = new Date(Date.now() + 60_000).toISOString()
    const until = { consensus: 1, confirmed: 1 }
    const payload = { enabled: false, consensus: 1, confirmed: 1, startsAt, until }
    await draw(wallet('w1', { features: [kyc, { type: 'approval-flow', payload }] }))
    await act(() => vi.dynamicImportSettled())
    expect(line()?.textContent).toMatch(/^Weaker rules start \d+ [A-Z][a-z]{2}, \d\d:\d\d$/)
    await act(() => vi.advanceTimersByTime(60_001))
    expect(line()?.textContent).toBe('Unprotected · Add a Guardian')
  })
})
