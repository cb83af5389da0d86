import { atom } from 'jotai'
import type { AccountNetwork, GasSpeed } from '#contract/blockchain.ts'
import { type Store, store } from './store.ts'

export const MODAL_IDS = [
  'error-info',
  'approve-reject-session',
  'disconnect-session',
  'download-google-authy',
  'download-authy',
  'connect-to',
  'rename-wallet',
  'request-personal-sign',
  'request-eth-send-transaction',
  'guardian-limit-reached',
  'remove-guardian',
] as const

export const PANEL_IDS = [
  'add-new-wallet',
  'invite-guardian',
  'sends-funds',
  'transaction-details',
  'transaction-info',
  'receive-funds',
] as const

export interface ErrorInfo {
  id: 'error-info'
  name: string
  message: string
  traceId?: string | undefined
}

export type Modal =
  | { id: 'approve-reject-session'; walletId: string; sessionId: string }
  | { id: 'disconnect-session'; walletId: string; sessionId: string }
  | { id: 'request-personal-sign'; walletId: string; requestId: string }
  | { id: 'request-eth-send-transaction'; walletId: string; requestId: string }
  | { id: 'connect-to'; walletId: string; link?: string }
  | { id: 'rename-wallet'; walletId: string }
  | { id: 'remove-guardian'; walletId: string; approverId: string }
  | { id: 'download-google-authy' }
  | { id: 'download-authy' }
  | { id: 'guardian-limit-reached' }
  /** `act`: what it is for, as a sentence. */
  | { id: 'step-up'; act?: string | undefined }
  /** A new contact, or one that is there. */
  | { id: 'contact'; contactId?: string; address?: string }
  | { id: 'delete-contact'; contactId: string }
  | { id: 'import-contacts' }
  /** Over a form that asks for a recipient, who has an address on this network. */
  | { id: 'address-book'; network?: AccountNetwork }
  | { id: 'replace-transaction'; walletId: string; transactionId: string; cancels: boolean }
  | { id: 'statement'; walletId: string; from: string; to: string }

/** What is said above a form that something else has filled in. */
export interface FormNote {
  tone: 'neutral' | 'bad'
  text: string
}

/** What the send form holds: decimal texts as typed and as shown. */
export interface SendDraft {
  walletId: string
  assetId: string
  recipient: string
  /** By its name. */
  chosen?: boolean
  amount: string
  usd: string
  gas: GasSpeed
  /** The amount is all that the fee leaves, and follows it. */
  max: boolean
  /** The owner's words for it. */
  note?: string
  /** What it costs most probably and what at most, in the native coin's smallest units. */
  fee: string
  maxFee: string
}

export type Panel =
  | { id: 'add-new-wallet' }
  | { id: 'invite-guardian'; walletId: string }
  | { id: 'sends-funds'; walletId: string; draft?: Partial<SendDraft>; note?: FormNote }
  | { id: 'transaction-details'; draft: SendDraft }
  | { id: 'transaction-info'; walletId: string; transactionId: string }
  | { id: 'receive-funds'; walletId: string }
  | { id: 'asset'; walletId: string; assetId: string }
export type PanelId = Panel['id']

/** What a modal's component receives. It stays mounted, with `open` false, while it leaves. */
export interface ModalProps<I extends Modal['id'] = Modal['id']> {
  modal: Extract<Modal, { id: I }>
  open: boolean
  onClose: () => void
}

export interface PanelProps<I extends PanelId = PanelId> {
  panel: Extract<Panel, { id: I }>
  open: boolean
  onClose: () => void
}

/** A queue: the first one is shown. */
export const modalsAtom = atom<Modal[]>([])
/** Shown on top of everything else. */
export const errorInfoAtom = atom<ErrorInfo | null>(null)
export const panelAtom = atom<Panel | null>(null)

const same = (a: Modal, b: Modal) => JSON.stringify(a) === JSON.stringify(b)

export const addModal = (queue: Modal[], modal: Modal): Modal[] =>
  queue.some((other) => same(other, modal)) ? queue : [...queue, modal]

export const openModal = (modal: Modal): void => store.set(modalsAtom, (queue) => addModal(queue, modal))

/** The user chose this one: what was asked before waits behind it. */
export const raiseModal = (modal: Modal): void =>
  store.set(modalsAtom, (queue) => [modal, ...queue.filter((other) => !same(other, modal))])

export const closeModal = (modal: Modal): void =>
  store.set(modalsAtom, (queue) => queue.filter((other) => !same(other, modal)))

/** Opening one panel closes the other. */
export const openPanel = (panel: Panel): void => store.set(panelAtom, panel)

export const closePanel = (): void => store.set(panelAtom, null)

export const openError = (error: Omit<ErrorInfo, 'id'>): void =>
  store.set(errorInfoAtom, { id: 'error-info', ...error })

export const closeError = (): void => store.set(errorInfoAtom, null)

export const closeEverything = (target: Store): void => {
  target.set(modalsAtom, [])
  target.set(panelAtom, null)
  target.set(errorInfoAtom, null)
}
