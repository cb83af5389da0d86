import { useAtomValue, useStore } from 'jotai'
import { cancelRequest, disconnectSession, rejectSession } from '#contract/endpoints/dapp.ts'
import { useAction } from '#state/action.ts'
import { type Modal, modalsAtom } from '#state/modals.ts'
import { requestsAtom } from '#state/perwallet.ts'
import { request } from '#state/request.ts'
import type { Store } from '#state/store.ts'

/** So many dialogs of one dApp in the queue are a flood. */
export const FLOOD = 3

type Proposal = Extract<Modal, { sessionId: string }>
type Request = Extract<Modal, { requestId: string }>

const isProposal = (modal: Modal): modal is Proposal => modal.id === 'approve-reject-session'
const isRequest = (modal: Modal): modal is Request => 'requestId' in modal

const sessionOf = (store: Store, { walletId, requestId }: Request): string | undefined =>
  store.get(requestsAtom(walletId)).find(({ id }) => id === requestId)?.sessionId

/** The queued dialogs that belong with this one: other proposals, or other requests of the same session. */
export const related = (store: Store, queue: readonly Modal[], modal: Proposal | Request): Modal[] => {
  if (!isRequest(modal)) return queue.filter(isProposal)
  const sessionId = sessionOf(store, modal)
  return queue.filter((other) => isRequest(other) && sessionOf(store, other) === sessionId)
}

/** Says no to every one, and leaves the session that asked. One that was settled meanwhile is as good as rejected. */
export const rejectAll = async (store: Store, modals: readonly Modal[]): Promise<void> => {
  const sessions = new Map<string, string>()
  const answers = modals.map((modal) => {
    if (isProposal(modal)) {
      const { sessionId, walletId } = modal
      return request(rejectSession, { params: { id: sessionId }, body: { walletId } }, { into: 'session' })
    }
    if (!isRequest(modal)) return undefined
    const sessionId = sessionOf(store, modal)
    if (sessionId) sessions.set(sessionId, modal.walletId)
    return request(cancelRequest, { params: { id: modal.requestId }, body: {} }, { into: 'request' })
  })
  await Promise.allSettled(answers)
  for (const [id, walletId] of sessions) {
    await request(disconnectSession, { params: { id }, body: { walletId } }, { into: 'session' })
  }
}

/** The way out when a dApp asks and asks; undefined while it does not. */
export const useFlood = (modal: Proposal | Request) => {
  const store = useStore()
  const queue = useAtomValue(modalsAtom)
  const modals = related(store, queue, modal)
  const { run, working } = useAction(() => rejectAll(store, modals), { onError: 'error-info' })
  return modals.length >= FLOOD || working ? { run, working } : undefined
}
