import { useStore } from 'jotai'
import type { ApprovalRequest } from '#contract/approval.ts'
import {
  approveTransaction,
  getApprovalMessage,
  rejectTransaction,
  signApproval,
} from '#contract/endpoints/guardian.ts'
import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import type { Wallet } from '#contract/wallet.ts'
import { approvalMismatch } from '#domain/signedtext.ts'
import { approvalSigner } from '#domain/signer.ts'
import { RequestError } from '#net/error.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { walletsAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { refuseMismatch } from './mismatch.ts'

/** What follows from an approval. */
export const approvedText = ({
  note,
  lacks,
  ...asked
}: Pick<ApprovalRequest, 'required' | 'approved' | 'note' | 'lacks'>): string => {
  if (note) return `${hubText.approved} ${note}`
  const { required, approved } = lacks ?? asked
  const left = required - approved
  if (left <= 0) return `${hubText.approved} ${hubText.sending}`
  return `${hubText.approved} ${hubText.more(left)}`
}

/** Asks for the text, has it signed by the wallet that was confirmed as guardian, and hands in the signature. */
export const approve = async (
  approval: ApprovalRequest,
  wallets: readonly Wallet[],
): Promise<ApprovalRequest> => {
  const signer = approvalSigner(approval, wallets)
  if (!signer) {
    throw new RequestError({
      name: 'Error',
      message: hubText.wrongWallet(approval.approverWalletAddress),
    })
  }
  const params = { txId: approval.txId }
  const text = await request(getApprovalMessage, { params })
  refuseMismatch(approvalMismatch(text, approval))
  const { message, nonce, timestamp } = text
  const { signature } = await request(signApproval, {
    params,
    body: { message, nonce, timestamp, walletId: signer.id },
  })
  return request(approveTransaction, { params, body: { nonce, signature, timestamp } }, { into: 'approval' })
}

export const useApprove = (approval: ApprovalRequest) => {
  const store = useStore()
  return useAction(
    async () => say(approvedText(await approve(approval, store.get(walletsAtom))), 'success'),
    { onError: 'error-info' },
  )
}

export const useDecline = ({ txId }: ApprovalRequest) =>
  useAction(
    async (reason: string = DEFAULT_REJECT_REASON) => {
      await request(rejectTransaction, { params: { txId }, body: { reason } }, { into: 'approval' })
      say(hubText.declined, 'success')
    },
    { onError: 'error-info' },
  )
