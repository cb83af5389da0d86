import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPushReducer } from '#state/apply.ts'
import { mirror } from '#state/mirror.ts'
import { errorInfoAtom, modalsAtom, openModal } from '#state/modals.ts'
import { approversAtom, sessionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import { act, button, network, press, refusal, soon, text } from '#tests/unit/features/auth/page.tsx'
import { approver, push, wallet } from '#tests/unit/state/fixture.ts'
import {
  clear,
  closed,
  dialog,
  draw,
  enabled,
  fill,
  heldReply,
  openDialogs,
  PROPOSAL,
  proposalModal,
} from './dialogs.tsx'

afterEach(async () => {
  await clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const propose = () => openDialogs({ sessions: [PROPOSAL] }, proposalModal)

describe('a proposal', () => {
  test('shows nothing without a session', async () => {
    network({})
    fill({ sessions: [] })
    await draw(null)
    await act(() => openModal(proposalModal))
    await act(() => vi.dynamicImportSettled())
    expect(dialog()).toBeNull()
    expect(text()).toBe('')
  })

  test('shows who asks, with the icon that the server keeps and the address as text', async () => {
    network({})
    await propose()
    const shown = dialog()
    for (const words of [
      'Tidewater Exchange',
      'wants to connect',
      'Swap and bridge tokens',
      'https://app.tidewater.example/pool',
      'Wallet w1',
      'The DApp wrote this name, text and address itself. Nobody has checked them.',
    ]) {
      expect(shown?.textContent).toContain(words)
    }
    expect(shown?.querySelector('a')).toBeNull()
    const icon = shown?.querySelector('img')
    expect(icon?.getAttribute('src')).toBe('/api/v1/wallet-connect/sessions/s2/icon')
    expect([icon?.width, icon?.height]).toEqual([64, 64])
    await act(() => icon?.dispatchEvent(new Event('error')))
    expect(shown?.querySelector('img')).toBeNull()
  })

  test('names the networks, and says what guardians have to do with it', async () => {
    network({})
    await propose()
    expect(text()).not.toContain('Guardians')
    await act(() => {
      store.set(sessionsAtom('w1'), [{ ...PROPOSAL, blockchains: ['redbelly:testnet', 'hardhat'] }])
      store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
      store.set(walletsAtom, [
        wallet('w1', { features: [{ type: 'approval-flow', payload: { enabled: true, consensus: 1 } }] }),
      ])
    })
    expect(text()).toContain('NetworksRedbelly Testnet, Hardhat')
    expect(text()).toContain('Your Guardians must approve transactions of this DApp.')
    expect(text()).toContain('The DApp wrote this name, text and address itself. Nobody has checked them.')
  })

  test('is approved with one call, and then closes', async () => {
    const reply = heldReply({ ...PROPOSAL, status: 'connected' })
    const calls = network({ 'POST wallet-connect/sessions/s2/approve': reply.answer })
    await propose()
    expect(button('Approve').disabled).toBe(true)
    expect(button('Reject').disabled).toBe(false)
    await enabled('Approve')
    await press('Approve')
    expect(button('Approved…').disabled).toBe(true)
    expect(button('Reject').disabled).toBe(true)
    await reply.free()
    await closed()
    expect(calls).toEqual([
      { key: 'POST wallet-connect/sessions/s2/approve', query: '', body: { walletId: 'w1' } },
    ])
    expect(store.get(sessionsAtom('w1'))[0]?.status).toBe('connected')
  })

  test('is rejected at once', async () => {
    const reply = heldReply({ ...PROPOSAL, status: 'rejected', shouldShow: false })
    const calls = network({ 'POST wallet-connect/sessions/s2/reject': reply.answer })
    await propose()
    await press('Reject')
    expect(button('Rejected…').disabled).toBe(true)
    expect(button('Approve').disabled).toBe(true)
    await reply.free()
    await closed()
    expect(calls[0]?.body).toEqual({ walletId: 'w1' })
  })

  test('stays open when the answer is refused, and can be answered again', async () => {
    network({ 'POST wallet-connect/sessions/s2/approve': refusal(409, 'Not now') })
    await propose()
    await enabled('Approve')
    await press('Approve')
    await soon(() => expect(store.get(errorInfoAtom)?.message).toBe('Not now'))
    expect(dialog()).not.toBeNull()
    await enabled('Approve')
  })

  test('that is dismissed stays what it was, and comes back only when asked for', async () => {
    network({})
    await propose()
    await act(() => dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    await closed()
    expect(store.get(sessionsAtom('w1'))).toEqual([PROPOSAL])
    expect(store.get(modalsAtom)).toEqual([])
  })

  test('that is answered elsewhere closes by itself, and the next one opens', async () => {
    network({})
    const next = { ...PROPOSAL, id: 's3', proposerMeta: { ...PROPOSAL.proposerMeta, name: 'Lantern' } }
    await openDialogs({ sessions: [PROPOSAL, next] }, proposalModal, {
      ...proposalModal,
      sessionId: 's3',
    } as typeof proposalModal)
    expect(dialog()?.textContent).toContain('Tidewater Exchange')
    const apply = createPushReducer(mirror)
    await act(() => apply([push('wc-session:started', { ...PROPOSAL, status: 'connected' })]))
    await soon(() => expect(dialog()?.textContent).toContain('Lantern'))
    expect(button('Approve').disabled).toBe(true)
  })
})

describe('a flood of proposals', () => {
  const proposals = ['s2', 's3', 's4'].map((id) => ({ ...PROPOSAL, id }))
  const modals = proposals.map(({ id }) => ({ ...proposalModal, sessionId: id }) as typeof proposalModal)

  test('can be ended from the third one on, and leaves no session to disconnect', async () => {
    const reject = (id: string) => `POST wallet-connect/sessions/${id}/reject`
    const calls = network(
      Object.fromEntries(
        proposals.map((one) => [reject(one.id), { body: { ...one, status: 'rejected', shouldShow: false } }]),
      ),
    )
    await openDialogs({ sessions: proposals }, ...modals.slice(0, 2))
    expect(text()).not.toContain('Disconnect and reject all')
    await act(() => {
      for (const modal of modals.slice(2)) openModal(modal)
    })
    await press('Disconnect and reject all')
    await closed()
    expect(calls.map(({ key }) => key)).toEqual(proposals.map(({ id }) => reject(id)))
    expect(store.get(modalsAtom)).toEqual([])
  })
})
