import { approveSession, cancelRequest, confirmRequest, rejectSession } from '#contract/endpoints/dapp.ts'
import { type Action, useAction } from '#state/action.ts'
import type { ModalProps } from '#state/modals.ts'
import { request } from '#state/request.ts'

/** Answers, and closes the dialog once the answer has been taken. */
const useAnswer = (answer: () => Promise<unknown>, onClose: () => void): Action<[], void> =>
  useAction(
    async () => {
      await answer()
      onClose()
    },
    { onError: 'error-info' },
  )

export const useProposal = ({ modal, onClose }: ModalProps<'approve-reject-session'>) => {
  const input = { params: { id: modal.sessionId }, body: { walletId: modal.walletId } }
  return {
    approve: useAnswer(() => request(approveSession, input, { into: 'session' }), onClose),
    reject: useAnswer(() => request(rejectSession, input, { into: 'session' }), onClose),
  }
}

type RequestProps = ModalProps<'request-personal-sign'> | ModalProps<'request-eth-send-transaction'>

export const useDecision = ({ modal, onClose }: RequestProps) => {
  const input = { params: { id: modal.requestId }, body: {} }
  return {
    confirm: useAnswer(() => request(confirmRequest, input, { into: 'request' }), onClose),
    cancel: useAnswer(() => request(cancelRequest, input, { into: 'request' }), onClose),
  }
}
