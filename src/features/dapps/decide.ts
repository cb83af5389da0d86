import { navigate } from 'wouter/use-browser-location'
import {
  approveSession,
  cancelRequest,
  confirmRequest,
  getRequest,
  getSession,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import type { WalletTab } from '#contract/status.ts'
import type { Drawn } from '#domain/drawn.ts'
import { RequestError } from '#net/error.ts'
import { type Action, useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom } from '#state/wallets.ts'
import { dappsText } from '#text/dapps.ts'
import { digestOf } from './digest.ts'

/** Answers, says so, and closes the dialog once the answer has been taken. */
const useAnswer = (
  answer: () => Promise<unknown>,
  onClose: () => void,
  told?: () => void,
): Action<[], void> =>
  useAction(
    async () => {
      await answer()
      onClose()
      told?.()
    },
    { onError: 'error-info' },
  )

/** That an answer was taken, with the way to where it shows. */
const tell = (message: string, walletId: string, tab: WalletTab): void =>
  say(message, 'success', {
    label: dappsText.view,
    onClick: () => {
      store.set(activeWalletIdAtom, walletId)
      navigate(`/wallets?tab=${tab}`)
    },
  })

export const useProposal = ({ modal, onClose }: ModalProps<'approve-reject-session'>, name: string) => {
  const { walletId } = modal
  const input = { params: { id: modal.sessionId }, body: { walletId } }
  return {
    approve: useAnswer(
      () => request(approveSession, input, { into: 'session' }),
      onClose,
      () => tell(dappsText.connected(name), walletId, 'dapps'),
    ),
    reject: useAnswer(
      () => request(rejectSession, input, { into: 'session' }),
      onClose,
      () => say(dappsText.proposalRejected, 'success'),
    ),
  }
}

type RequestProps = ModalProps<'request-personal-sign'> | ModalProps<'request-eth-send-transaction'>

type Confirmed = {
  message: string
  tab: WalletTab
  /** What the dialog shows; undefined while it cannot be confirmed. */
  drawn: Drawn | undefined
  /** Smallest units; the ceiling that was shown. */
  maxFee?: string | undefined
}

const CONFLICT = 409

/** What is asked by now, for the dialog to draw it anew. */
const readAgain = async (id: string): Promise<void> => {
  const item = await request(getRequest, { params: { id } }, { into: 'request' })
  await request(getSession, { params: { id: item.sessionId } }, { into: 'session' })
}

export const useDecision = ({ modal, onClose }: RequestProps, confirmed: Confirmed) => {
  const { message, tab, drawn, maxFee } = confirmed
  const { walletId, requestId } = modal
  const params = { id: requestId }
  const confirm = async () => {
    if (!drawn) return
    const body = { digest: await digestOf(drawn), ...(maxFee !== undefined && { maxFee }) }
    try {
      await request(confirmRequest, { params, body }, { into: 'request' })
    } catch (error) {
      const isChanged = error instanceof RequestError && error.status === CONFLICT
      if (isChanged) await readAgain(requestId).catch(() => undefined)
      throw error
    }
  }
  return {
    confirm: useAnswer(confirm, onClose, () => tell(message, walletId, tab)),
    cancel: useAnswer(
      () => request(cancelRequest, { params, body: {} }, { into: 'request' }),
      onClose,
      () => tell(dappsText.requestRejected, walletId, 'requests'),
    ),
  }
}
