import { StrictMode } from 'react'
import { Modals } from '#app/Modals.tsx'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { closeEverything, type Modal, openModal } from '#state/modals.ts'
import { approversAtom, requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { act, button, held, mount, soon, unmount } from '#tests/unit/features/auth/page.tsx'
import { session, wallet, wcRequest } from '#tests/unit/state/fixture.ts'

/** The dialogs of DApps over stored lists and a network that answers what a test says. */

export const OWN = `0x${'1'.repeat(40)}`
export const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

export const SESSION: WcSession = session('s1', 'w1', {
  status: 'connected',
  shouldShow: true,
  proposerMeta: {
    name: 'Tidewater Exchange',
    description: 'Swap and bridge tokens',
    url: 'https://app.tidewater.example/pool',
    icons: [],
  },
})
export const PROPOSAL: WcSession = { ...SESSION, id: 's2', status: 'pending-approval' }

export const signRequest = (params: unknown[], more: Partial<WcRequest> = {}): WcRequest =>
  wcRequest('r1', 'w1', { params, ...more })

export const sendRequest = (transaction: object): WcRequest =>
  wcRequest('r1', 'w1', { method: 'eth_sendTransaction', params: [{ from: OWN, ...transaction }] })

export const clear = async () => {
  await unmount()
  closeEverything(store)
  store.set(sessionsAtom('w1'), [])
  store.set(requestsAtom('w1'), [])
  store.set(approversAtom('w1'), [])
  store.set(tokensAtom, [])
}

export const draw = async (node: React.ReactNode) => {
  await mount(
    <StrictMode>
      {node}
      <Modals />
    </StrictMode>,
  )
}

interface Lists {
  sessions?: WcSession[]
  requests?: WcRequest[]
}

/** Nobody is signed in, so no list is loaded: what is stored is all there is. */
export const fill = ({ sessions = [SESSION], requests = [] }: Lists) => {
  store.set(walletsAtom, [wallet('w1')])
  store.set(sessionsAtom('w1'), sessions)
  store.set(requestsAtom('w1'), requests)
}

/** Opens dialogs and waits until the first can be answered. */
export const openDialogs = async (lists: Lists, ...modals: Modal[]) => {
  fill(lists)
  await draw(null)
  await act(() => {
    for (const modal of modals) openModal(modal)
  })
  await soon(() => {
    if (!dialog()) throw new Error('No dialog is open.')
  })
}

export const dialog = () => document.querySelector<HTMLElement>('[role=dialog],[role=alertdialog]')

/** Waits until the button works. */
export const enabled = async (name: string): Promise<HTMLButtonElement> => {
  await soon(() => {
    if (button(name).disabled) throw new Error(`'${name}' is disabled.`)
  })
  return button(name)
}

export const closed = () =>
  soon(() => {
    if (dialog()) throw new Error(`A dialog is open: ${dialog()?.textContent}`)
  })

/** An answer that comes when the test lets it. */
export const heldReply = (body: unknown, status = 200) => {
  const { reply, answer } = held()
  return { answer: reply, free: () => answer({ status, body }) }
}

export const proposalModal: Modal = { id: 'approve-reject-session', walletId: 'w1', sessionId: 's2' }
export const signModal = (requestId = 'r1'): Modal => ({
  id: 'request-personal-sign',
  walletId: 'w1',
  requestId,
})
export const sendModal: Modal = { id: 'request-eth-send-transaction', walletId: 'w1', requestId: 'r1' }
