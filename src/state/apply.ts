import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { PushEvent } from '#contract/push.ts'
import {
  createNews,
  type NewsWriter,
  tell,
  tellAsset,
  tellAssetGone,
  tellContactGone,
  tellWalletGone,
} from './entities.ts'
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

  /** What an event changes, and what it does besides. */
  const take = (news: NewsWriter, event: PushEvent, after: (() => void)[]): void => {
    const ask = (modal: Modal | undefined, id: string) => {
      if (!modal || asked.has(id)) return
      asked.add(id)
      after.push(() => store.set(modalsAtom, (queue) => addModal(queue, modal)))
    }
    switch (event.name) {
      case 'wc-session:created':
      case 'wc-session:started':
      case 'wc-session:closed':
        tell(news, 'session', event.data)
        break
      case 'wc-session:proposal':
        tell(news, 'session', event.data)
        if (event.data.status === 'pending-approval') ask(proposalModal(event.data), event.data.id)
        break
      case 'wc-session:request':
        tell(news, 'request', event.data)
        if (event.data.status === 'pending') ask(requestModal(event.data), event.data.id)
        break
      case 'wc-session:request-result':
        tell(news, 'request', event.data)
        break
      case 'wallet:created':
        tell(news, 'wallet', event.data)
        after.push(() => store.set(activeWalletIdAtom, event.data.id))
        break
      case 'wallet:updated':
        tell(news, 'wallet', event.data)
        break
      case 'wallet:removed':
        tellWalletGone(news, event.data)
        break
      case 'asset:created':
      case 'asset:updated': {
        const { walletId, ...asset } = event.data
        tellAsset(news, walletId, asset)
        break
      }
      case 'asset:removed':
        tellAssetGone(news, event.data.walletId, event.data)
        break
      case 'transaction:created':
      case 'transaction:updated':
        tell(news, 'transaction', event.data)
        break
      case 'wallet-approver:invited':
      case 'wallet-approver:updated':
        tell(news, 'approver', event.data)
        break
      case 'approver-invite:created':
      case 'approver-invite:updated':
        tell(news, 'invite', event.data)
        break
      case 'transaction-approver:created':
      case 'transaction-approver:updated':
        tell(news, 'approval', event.data)
        break
      case 'contact:created':
      case 'contact:updated':
        tell(news, 'contact', event.data)
        break
      case 'contact:removed':
        tellContactGone(news, event.data)
        break
      case 'log-out':
        // The session ends outside of the data: session.ts empties everything.
        break
      default:
        event satisfies never
    }
  }

  /** All of them at once: each list changes one time. */
  return (events: readonly PushEvent[]): void => {
    const news = createNews(mirror)
    const after: (() => void)[] = []
    for (const event of events) take(news, event, after)
    news.write(() => {
      for (const act of after) act()
    })
  }
}
