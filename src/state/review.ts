import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { API_PREFIX, fillPath } from '#contract/endpoint.ts'
import { getSessionIcon } from '#contract/endpoints/dapp.ts'
import { proposalModal, requestModal } from './apply.ts'
import { openModal } from './modals.ts'
import { say } from './say.ts'

export const UNAVAILABLE = 'This operation is not available!'

/** Opens the question that a dApp has put. */
export const reviewSession = (session: WcSession): void => openModal(proposalModal(session))

export const reviewRequest = (item: WcRequest): void => {
  const modal = requestModal(item)
  if (modal) openModal(modal)
  else say(UNAVAILABLE, 'error')
}

/** The server's own copy of a dApp's icon: the page loads nothing from a dApp. It may have none. */
export const sessionIcon = ({ id }: Pick<WcSession, 'id'>): string =>
  `${API_PREFIX}/${fillPath(getSessionIcon.path, { id })}`
