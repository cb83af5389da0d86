import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { PushEvent } from '#contract/push.ts'
import { put, putAsset, removeAsset, removeWallet } from './entities.ts'
import type { Mirror } from './mirror.ts'
import { addModal, type Modal, modalsAtom } from './modals.ts'
import { activeWalletIdAtom } from './wallets.ts'

export const proposalModal = ({ id, walletId }: WcSession): Modal => ({
  id: 'approve-reject-session',
  walletId,
  sessionId: id,
})

/** The dialog of a request; undefined for the methods that have none. */
export const requestModal = ({ id, walletId, method }: WcRequest): Modal | undefined => {
  if (method === 'personal_sign') return { id: 'request-personal-sign', walletId, requestId: id }
  if (method === 'eth_sendTransaction') {
    return { id: 'request-eth-send-transaction', walletId, requestId: id }
  }
  return undefined
}

/** Turns push events into state. One per page: it remembers which questions it has put to the user already. */
export const createPushReducer = (mirror: Mirror) => {
  const { store } = mirror
  const asked = new Set<string>()

  const ask = (modal: Modal | undefined, id: string) => {
    if (!modal || asked.has(id)) return
    asked.add(id)
    store.set(modalsAtom, (queue) => addModal(queue, modal))
  }

  return (event: PushEvent): void => {
    switch (event.name) {
      case 'wc-session:created':
      case 'wc-session:started':
      case 'wc-session:closed':
        put(mirror, 'session', event.data)
        break
      case 'wc-session:proposal':
        put(mirror, 'session', event.data)
        if (event.data.status === 'pending-approval') ask(proposalModal(event.data), event.data.id)
        break
      case 'wc-session:request':
        put(mirror, 'request', event.data)
        if (event.data.status === 'pending') ask(requestModal(event.data), event.data.id)
        break
      case 'wc-session:request-result':
        put(mirror, 'request', event.data)
        break
      case 'wallet:created':
        put(mirror, 'wallet', event.data)
        store.set(activeWalletIdAtom, event.data.id)
        break
      case 'wallet:updated':
        put(mirror, 'wallet', event.data)
        break
      case 'wallet:removed':
        removeWallet(mirror, event.data.id)
        break
      case 'asset:created':
      case 'asset:updated': {
        const { walletId, ...asset } = event.data
        putAsset(mirror, walletId, asset)
        break
      }
      case 'asset:removed':
        removeAsset(mirror, event.data.walletId, event.data.id)
        break
      case 'transaction:created':
      case 'transaction:updated':
        put(mirror, 'transaction', event.data)
        break
      case 'wallet-approver:invited':
      case 'wallet-approver:updated':
        put(mirror, 'approver', event.data)
        break
      case 'approver-invite:created':
      case 'approver-invite:updated':
        put(mirror, 'invite', event.data)
        break
      case 'transaction-approver:created':
      case 'transaction-approver:updated':
        put(mirror, 'approval', event.data)
        break
      case 'log-out':
        // The session ends outside of the data: session.ts empties everything.
        break
      default:
        event satisfies never
    }
  }
}
