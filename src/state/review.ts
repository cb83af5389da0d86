import { atom } from 'jotai'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { API_PREFIX, fillPath } from '#contract/endpoint.ts'
import { cancelRequest, getSessionIcon } from '#contract/endpoints/dapp.ts'
import { proposalModal, requestModal } from './apply.ts'
import { openModal } from './modals.ts'
import { request } from './request.ts'
import { say } from './say.ts'
import { store } from './store.ts'

export const UNAVAILABLE = 'This operation is not available!'

/** Requests whose owner was told that they are not available. They last a minute, so nothing keeps this. */
export const seenRequestsAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Opens the question that a dApp has put. */
export const reviewSession = (session: WcSession): void => openModal(proposalModal(session))

export const reviewRequest = (item: WcRequest): void => {
  const modal = requestModal(item)
  if (modal) openModal(modal)
  else {
    say(UNAVAILABLE, 'error')
    store.set(seenRequestsAtom, (seen) => new Set(seen).add(item.id))
  }
}

/** The answer to a request that has no dialog. */
export const rejectRequest = ({ id }: Pick<WcRequest, 'id'>): Promise<WcRequest> =>
  request(cancelRequest, { params: { id }, body: {} }, { into: 'request' })

/** The server's own copy of a dApp's icon: the page loads nothing from a dApp. It may have none. */
export const sessionIcon = ({ id }: Pick<WcSession, 'id'>): string =>
  `${API_PREFIX}/${fillPath(getSessionIcon.path, { id })}`
