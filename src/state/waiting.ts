import { atom } from 'jotai'
import { waitingCount } from '#domain/waiting.ts'
import { loggedAtom } from './auth.ts'
import { requestsAtom, sessionsAtom } from './perwallet.ts'
import { approvalsAtom, invitesAtom, visibleWalletsAtom } from './wallets.ts'

/** All that may wait for the user, in all his wallets and in those that he guards. */
export const askedOfAtom = atom((get) => {
  const wallets = get(visibleWalletsAtom)
  return {
    approvals: get(approvalsAtom),
    invites: get(invitesAtom),
    sessions: wallets.flatMap(({ id }) => get(sessionsAtom(id))),
    requests: wallets.flatMap(({ id }) => get(requestsAtom(id))),
  }
})

/** How much of it waits; nothing for nobody. */
export const waitingAtom = atom((get) => (get(loggedAtom) ? waitingCount(get(askedOfAtom)) : 0))
