import { type Modal, modalsAtom, type Panel, panelAtom } from './modals.ts'
import { approversAtom, requestsAtom, sessionsAtom } from './perwallet.ts'
import type { Store } from './store.ts'
import { contactsAtom, walletsAtom } from './wallets.ts'

const find = <T extends { id: string }>(list: T[], id: string) => list.find((item) => item.id === id)

/** Whether the question that a dialog asks is still open. */
const isOpen = (store: Store, modal: Modal): boolean => {
  switch (modal.id) {
    case 'approve-reject-session':
      return find(store.get(sessionsAtom(modal.walletId)), modal.sessionId)?.status === 'pending-approval'
    case 'disconnect-session':
      return find(store.get(sessionsAtom(modal.walletId)), modal.sessionId)?.status === 'connected'
    case 'request-personal-sign':
    case 'request-eth-send-transaction':
      return find(store.get(requestsAtom(modal.walletId)), modal.requestId)?.status === 'pending'
    case 'remove-guardian': {
      const approver = find(store.get(approversAtom(modal.walletId)), modal.approverId)
      return approver?.status === 'pending' || approver?.status === 'confirmed'
    }
    case 'contact':
      return modal.contactId === undefined || find(store.get(contactsAtom), modal.contactId) !== undefined
    case 'delete-contact':
      return find(store.get(contactsAtom), modal.contactId) !== undefined
    case 'connect-to':
    case 'replace-transaction':
    case 'rename-wallet':
    case 'statement':
      return find(store.get(walletsAtom), modal.walletId) !== undefined
    case 'download-google-authy':
    case 'download-authy':
    case 'guardian-limit-reached':
    case 'step-up':
    case 'address-book':
    case 'import-contacts':
      return true
    default:
      return modal satisfies never
  }
}

const walletOf = (panel: Panel): string | undefined => {
  if (panel.id === 'add-new-wallet') return undefined
  return panel.id === 'transaction-details' ? panel.draft.walletId : panel.walletId
}

/** Closes what was settled elsewhere. */
export const settleModals = (store: Store): void => {
  const queue = store.get(modalsAtom)
  const open = queue.filter((modal) => isOpen(store, modal))
  if (open.length < queue.length) store.set(modalsAtom, open)

  const panel = store.get(panelAtom)
  const walletId = panel ? walletOf(panel) : undefined
  if (walletId !== undefined && !find(store.get(walletsAtom), walletId)) store.set(panelAtom, null)
}
