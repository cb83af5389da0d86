import { useStore } from 'jotai'
import {
  confirmInvite,
  getConfirmationMessage,
  rejectInvite,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { inviteSigner } from '#domain/signer.ts'
import { useAction } from '#state/action.ts'
import { refetchGuarded } from '#state/queries.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { activeWalletIdAtom, walletsAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'

/** Asks for the text, has it signed by the current wallet, and hands in the signature. */
export const acceptInvite = async (
  id: string,
  wallets: readonly Wallet[],
  currentId: string | null,
): Promise<void> => {
  const signer = inviteSigner(wallets, currentId)
  if (!signer) {
    say(hubText.createFirst, 'error')
    return
  }
  const params = { id }
  const walletId = signer.id
  const { message, nonce, timestamp } = await request(getConfirmationMessage, { params, query: { walletId } })
  const { signature } = await request(signInviteConfirmation, {
    params,
    body: { message, nonce, timestamp, walletId },
  })
  await request(
    confirmInvite,
    { params, body: { nonce, signature, timestamp, walletId } },
    { into: 'invite' },
  )
  void refetchGuarded()
}

export const useAcceptInvite = (id: string) => {
  const store = useStore()
  return useAction(() => acceptInvite(id, store.get(walletsAtom), store.get(activeWalletIdAtom)), {
    onError: 'error-info',
  })
}

export const useDeclineInvite = (id: string) =>
  useAction(() => request(rejectInvite, { params: { id }, body: {} }, { into: 'invite' }), {
    onError: 'error-info',
  })
