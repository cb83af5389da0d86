import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followLink } from '#app/links.ts'
import { itemLink } from '#domain/notice.ts'
import { type Modal, modalsAtom, openModal } from '#state/modals.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { soughtAtom } from '#state/sought.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, walletsAtom } from '#state/wallets.ts'
import { here, network, refusal, settle, soon } from '#tests/unit/features/auth/page.tsx'
import { session, wallet, wcRequest } from '#tests/unit/state/fixture.ts'

const SESSION = 'GET wallet-connect/sessions/s1'
const REQUEST = 'GET wallet-connect/requests/r1'
const proposal = session('s1', 'w2', { status: 'pending-approval' })
const sign = wcRequest('r1', 'w2')
const queue = () => store.get(modalsAtom)

beforeEach(() => {
  history.replaceState(null, '', '/guardian-hub')
  store.set(walletsAtom, [wallet('w1'), wallet('w2')])
  store.set(activeWalletIdAtom, 'w1')
})
afterEach(() => {
  for (const id of ['w1', 'w2']) {
    store.set(sessionsAtom(id), [])
    store.set(requestsAtom(id), [])
  }
  store.set(modalsAtom, [])
  store.set(soughtAtom, undefined)
  vi.unstubAllGlobals()
})

describe('the link of a notification', () => {
  test.each<[string, string, unknown, string, Modal]>([
    [
      SESSION,
      itemLink('dapps', proposal),
      proposal,
      '/wallets?tab=dapps',
      { id: 'approve-reject-session', walletId: 'w2', sessionId: 's1' },
    ],
    [
      REQUEST,
      itemLink('requests', sign),
      sign,
      '/wallets?tab=requests',
      { id: 'request-personal-sign', walletId: 'w2', requestId: 'r1' },
    ],
    [
      REQUEST,
      itemLink('requests', sign),
      { ...sign, method: 'eth_sendTransaction' },
      '/wallets?tab=requests',
      { id: 'request-eth-send-transaction', walletId: 'w2', requestId: 'r1' },
    ],
    [
      REQUEST,
      '/wallets?tab=requests&item=r1',
      sign,
      '/wallets?tab=requests',
      { id: 'request-personal-sign', walletId: 'w2', requestId: 'r1' },
    ],
  ])('(%s: %s) shows its wallet and opens its dialog before others', async (key, link, body, path, modal) => {
    network({ [key]: { body } })
    const other: Modal = { id: 'connect-to', walletId: 'w1' }
    openModal(other)
    followLink(link)
    expect(here()).toBe(path)
    await soon(() => expect(queue()).toEqual([modal, other]))
    expect(store.get(activeWalletIdAtom)).toBe('w2')
  })

  test.each([
    ['answered', { body: { ...sign, status: 'executed' } }],
    ['of a method without a dialog', { body: { ...sign, method: 'eth_signTypedData_v4' } }],
    ['gone', refusal(404)],
  ])('to what is %s opens nothing', async (_, answer) => {
    const calls = network({ [REQUEST]: answer })
    followLink(itemLink('requests', sign))
    await soon(() => expect(calls.map(({ key }) => key)).toEqual([REQUEST]))
    await settle()
    expect(here()).toBe('/wallets?tab=requests')
    expect(queue()).toEqual([])
  })

  test('to an approval seeks its card, and approves nothing', async () => {
    const calls = network({})
    followLink('/guardian-hub?filter=approvals&item=p1')
    await settle()
    expect(here()).toBe('/guardian-hub?filter=approvals')
    expect(store.get(soughtAtom)).toBe('p1')
    expect(calls).toEqual([])
  })

  test('that leads to the start asks for nothing', async () => {
    const calls = network({})
    followLink('/')
    await settle()
    expect(here()).toBe('/')
    expect([store.get(activeWalletIdAtom), queue(), calls]).toEqual(['w1', [], []])
  })
})
