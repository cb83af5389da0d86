import { atom } from 'jotai'
import { type Badging, showBadge } from '#domain/badgecount.ts'
import { waitingCount } from '#domain/waiting.ts'
import { loggedAtom } from '#state/auth.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import type { Store } from '#state/store.ts'
import { approvalsAtom, invitesAtom, visibleWalletsAtom } from '#state/wallets.ts'

/** What waits for the user in all his wallets, and in those that he guards; nothing for nobody. */
const waitingAtom = atom((get) => {
  if (!get(loggedAtom)) return 0
  const wallets = get(visibleWalletsAtom)
  return waitingCount({
    approvals: get(approvalsAtom),
    invites: get(invitesAtom),
    sessions: wallets.flatMap(({ id }) => get(sessionsAtom(id))),
    requests: wallets.flatMap(({ id }) => get(requestsAtom(id))),
  })
})

/** Keeps the number on the app's icon true to what waits. */
export const bindBadge = (store: Store, on: Badging): void => {
  const show = () => void showBadge(on, store.get(waitingAtom))
  store.sub(waitingAtom, show)
  show()
}
